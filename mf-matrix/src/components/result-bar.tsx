import { paths } from '@ki/shared/contract/paths.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { CloseIcon } from '@ki/shared/ui/icons.tsx';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { countLine, isActive, part } from '../model/filter.ts';
import { addressOf, CLEAR, type Layout, PARAMETER, type View } from '../model/view.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[4]};
`;

const Count = styled.p`
  display: grid;
  align-items: center;
  min-block-size: 2.75rem;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;

const Layouts = styled.nav`
  display: grid;
  grid-template-columns: repeat(2, 6.25rem);
  margin-inline-start: auto;
  padding: 0.1875rem;
  border: 1px solid ${color.line};
  border-radius: ${radius.round};
  background: ${color.sunken};

  a {
    min-block-size: 2.25rem;
    padding: 0.3125rem ${space[2]};
    border-radius: ${radius.round};
    color: ${color.muted};
    font-size: ${size.small};
    font-weight: 600;
    text-align: center;
    text-decoration: none;
  }

  a[aria-current] {
    background: ${color.brand};
    color: ${color.onBrand};
  }
`;

interface ResultBarProps {
  readonly ref: Ref<HTMLParagraphElement>;
  readonly shown: number;
  readonly total: number;
  readonly view: View;
  readonly onClear: () => void;
}

export const ResultBar = ({ ref, shown, total, view, onClear }: ResultBarProps) => (
  <Bar>
    {/* The pre-hydration script may have changed its text. */}
    <Count ref={ref} tabIndex={-1} role="status" lang="en" suppressHydrationWarning {...part('count')}>
      {countLine(shown, total)}
    </Count>
    <ClearAll view={view} onClear={onClear} />
    <Layouts aria-label="Ansicht" data-print="hide">
      <LayoutLink view={view} layout="cards" name="Karten" />
      <LayoutLink view={view} layout="table" name="Matrix" />
    </Layouts>
  </Bar>
);

const LayoutLink = ({ view, layout, name }: { view: View; layout: Layout; name: string }) => (
  <Link
    to={addressOf({ ...view, layout, page: 1, workshop: null })}
    preventScrollReset
    aria-current={view.layout === layout ? 'true' : undefined}
  >
    {name}
  </Link>
);

/**
 * Shown when any filter is active. A form of its own works before hydration and without scripts. It is hidden, not
 * removed, as inserting its styles at the first key press would match the styles of the whole page again.
 */
const ClearAll = ({ view, onClear }: { view: View; onClear: () => void }) => (
  <form
    hidden={!isActive(view.filter)}
    action={paths.matrix}
    data-print="hide"
    {...part('clear')}
    onSubmit={(event) => {
      event.preventDefault();
      onClear();
    }}
  >
    {view.layout === 'table' && <input type="hidden" name={PARAMETER.layout} value="matrix" />}
    <Button
      type="submit"
      name={PARAMETER.toggle}
      value={CLEAR}
      variant="quiet"
      size="small"
      lang="en"
      icon={<CloseIcon size={16} />}
    >
      Clear all
    </Button>
  </form>
);
