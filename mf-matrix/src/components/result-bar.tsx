import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { countLine } from '../model/count-line.ts';
import { part } from '../model/parts.ts';
import { addressOf, type Layout, type View } from '../model/view.ts';
import { ClearAll } from './clear-all.tsx';

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
  /** The counter, which takes the focus from what a filter's end removes. */
  readonly ref: Ref<HTMLParagraphElement>;
  readonly shown: number;
  readonly total: number;
  readonly view: View;
  readonly onClear: () => void;
}

/** How many workshops there are, the way back to all of them, and the two layouts. */
export function ResultBar({ ref, shown, total, view, onClear }: ResultBarProps) {
  return (
    <Bar>
      {/* Its text may be the early script's already when React takes it over. */}
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
}

const LayoutLink = ({ view, layout, name }: { view: View; layout: Layout; name: string }) => (
  <Link
    to={addressOf({ ...view, layout, page: 1, workshop: null })}
    preventScrollReset
    aria-current={view.layout === layout ? 'true' : undefined}
  >
    {name}
  </Link>
);
