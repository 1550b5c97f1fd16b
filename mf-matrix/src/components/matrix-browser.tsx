import { paths } from '@ki/shared/contract/paths.ts';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { memo, type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Axes } from '../model/axes.ts';
import { isActive, NO_FILTER, part } from '../model/filter.ts';
import { type Listing, listerOf, type Sent } from '../model/listing.ts';
import { addressOf, type View, withFilter } from '../model/view.ts';
import { FilterPanel } from './filter-panel.tsx';
import { MatrixMap } from './matrix-map.tsx';
import { MatrixTable } from './matrix-table.tsx';
import { useOpenWorkshop } from './open-workshop.ts';
import { PageHead } from './page-head.tsx';
import { ResultBar } from './result-bar.tsx';
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
