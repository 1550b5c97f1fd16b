import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { memo, type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { isActive, NO_FILTER, searchIn } from '../model/filter.ts';
import { addressOf, type View, withFilter } from '../model/view.ts';
import type { Matrix, Workshop } from '../model/workshop.ts';
import { FilterPanel } from './filter-panel.tsx';
import { MatrixMap } from './matrix-map.tsx';
import { MatrixTable } from './matrix-table.tsx';
import { PageHead } from './page-head.tsx';
import { ResultBar } from './result-bar.tsx';
import { useOpenWorkshop } from './use-open-workshop.ts';
import { useView } from './use-view.ts';
import { WorkshopCards } from './workshop-cards.tsx';

interface MatrixBrowserProps {
  readonly matrix: Matrix;
  /** Stands above the filters: what went wrong. */
  readonly notice?: ReactNode;
}

/** Filters and what they let through. */
export function MatrixBrowser({ matrix, notice }: MatrixBrowserProps) {
  const { axes, workshops } = matrix;
  const control = useView(axes);
  const { view, stored } = control;
  const search = useMemo(() => searchIn(workshops), [workshops]);
  const count = useMemo(() => search(view.filter).length, [search, view.filter]);
  const counter = useRef<HTMLParagraphElement>(null);
  // The button goes with the last filter: the focus must not go with it.
  const focusCounter = () => counter.current?.focus();
  // The list follows as fast as it can be drawn; a key that is pressed meanwhile comes first.
  const drawn = useDeferredValue(view);
  const links = useDeferredValue(stored);
  const found = useMemo(() => search(drawn.filter), [search, drawn.filter]);
  const clear = () => {
    control.clear();
    focusCounter();
  };
  return (
    <>
      <PageHead>
        <MatrixMap axes={axes} workshops={found} />
      </PageHead>
      <Section $air={6}>
        <Container>
          <Stack $gap={5}>
            {notice}
            <FilterPanel axes={axes} control={control} />
            <ResultBar ref={counter} shown={count} total={workshops.length} view={view} onClear={clear} />
            {found.length === 0 && <NothingFound view={view} onClear={focusCounter} />}
            {found.length > 0 && <Found matrix={matrix} workshops={found} view={drawn} links={links} />}
          </Stack>
        </Container>
      </Section>
    </>
  );
}

interface FoundProps {
  readonly matrix: Matrix;
  readonly workshops: readonly Workshop[];
  readonly view: View;
  /** Where links to workshops lead back to. */
  readonly links: View;
}

const Found = memo(function Found({ matrix: { axes }, workshops, view, links }: FoundProps) {
  const open = useOpenWorkshop();
  if (view.layout === 'table') return <MatrixTable {...{ axes, workshops, view, links, open }} />;
  return <WorkshopCards {...{ workshops, view, links, open }} />;
});

const NothingFound = ({ view, onClear }: { view: View; onClear: () => void }) => (
  <EmptyState
    text="No workshops match your filters."
    lang="en"
    action={
      isActive(view.filter) && (
        <Link to={addressOf(withFilter(view, NO_FILTER))} preventScrollReset lang="en" onClick={onClear}>
          Clear all filters to see all workshops
        </Link>
      )
    }
  />
);
