import { paths } from '@ki/shared/contract/paths.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { CloseIcon } from '@ki/shared/ui/icons.tsx';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import { memo, type ReactNode, type Ref, useDeferredValue, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import type { Axes } from '../model/axes.ts';
import { countLine, isActive, NO_FILTER, part } from '../model/filter.ts';
import { type Listing, listerOf, type Sent } from '../model/listing.ts';
import { addressOf, CLEAR, type Layout, PARAMETER, type View, withFilter } from '../model/view.ts';
import { FilterPanel } from './filter-panel.tsx';
import { MatrixMap } from './matrix-map.tsx';
import { MatrixTable } from './matrix-table.tsx';
import { useOpenWorkshop } from './open-workshop.ts';
import { PageHead } from './page-head.tsx';
import { useView } from './use-view.ts';
import { WorkshopCards } from './workshop-cards.tsx';

export function MatrixBrowser({ matrix, notice }: { readonly matrix: Sent; readonly notice?: ReactNode }) {
  const { axes } = matrix;
  const control = useView(axes);
  const { view, stored } = control;
  const lister = useMemo(() => listerOf(matrix), [matrix]);
  const count = useMemo(() => lister.count(view.filter), [lister, view.filter]);
  const counter = useRef<HTMLParagraphElement>(null);
  // The button disappears with the last filter, so the focus moves.
  const focusCounter = () => counter.current?.focus();
  // The list renders with low priority, so that key presses do not wait for it.
  const drawn = useDeferredValue(view);
  const links = useDeferredValue(stored);
  const listing = useMemo(() => lister.list(drawn), [lister, drawn]);
  const clear = () => {
    control.clear();
    focusCounter();
  };
  if (lister.total === 0 && !notice) return <Empty axes={axes} />;
  return (
    <>
      <PageHead axes={axes}>
        <MatrixMap axes={axes} found={listing.places} />
      </PageHead>
      <Section $air={6}>
        <Container>
          <Stack $gap={5}>
            {notice}
            <FilterPanel axes={axes} control={control} />
            <ResultBar ref={counter} shown={count} total={lister.total} view={view} onClear={clear} />
            <NothingFound hidden={listing.found > 0} view={view} onClear={focusCounter} />
            {listing.found > 0 && <Found axes={axes} listing={listing} view={drawn} links={links} />}
          </Stack>
        </Container>
      </Section>
    </>
  );
}

/** A matrix that nobody has filled yet has nothing to filter. */
const Empty = ({ axes }: { readonly axes: Axes }) => (
  <>
    <PageHead axes={axes} />
    <Container>
      <EmptyState text="Noch keine Workshops" next={{ to: `${paths.admin}/matrix`, label: 'Fill the matrix' }} />
    </Container>
  </>
);

interface FoundProps {
  readonly axes: Axes;
  readonly listing: Listing;
  readonly view: View;
  readonly links: View;
}

const Found = memo(function Found({ axes, listing: { places, page }, view, links }: FoundProps) {
  const open = useOpenWorkshop();
  if (view.layout === 'table') return <MatrixTable {...{ axes, places, view, links, open }} />;
  return <WorkshopCards {...{ page, view, links, open }} />;
});

interface NothingFoundProps {
  readonly hidden: boolean;
  readonly view: View;
  readonly onClear: () => void;
}

/** The pre-hydration script shows this element and cannot create it. */
const NothingFound = ({ hidden, view, onClear }: NothingFoundProps) => (
  <div hidden={hidden} {...part('empty')}>
    <EmptyState
      text="No workshops match your filters."
      lang="en"
      action={
        (hidden || isActive(view.filter)) && (
          <Link to={addressOf(withFilter(view, NO_FILTER))} preventScrollReset lang="en" onClick={onClear}>
            Clear all filters to see all workshops
          </Link>
        )
      }
    />
  </div>
);

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

const ResultBar = ({ ref, shown, total, view, onClear }: ResultBarProps) => (
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
