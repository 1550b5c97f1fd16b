import { Container, Grid, Section, Stack } from '@ki/shared/ui/layout.tsx';
import type { ReactNode } from 'react';
import type { ListFilters } from '../../model/list-filters.ts';
import { FilterForm } from './filter-form.tsx';
import { ListResults, type ListResultsProps } from './list-results.tsx';

interface FilteredListProps<T> extends Omit<ListResultsProps<T>, 'children'> {
  readonly label: string;
  readonly filters: ListFilters;
  readonly entry: (entry: T) => ReactNode;
  /** The choices beside the search. */
  readonly children: ReactNode;
}

/** A list of cards below the filters that it follows. */
export const FilteredList = <T,>({ label, entry, children, ...results }: FilteredListProps<T>) => (
  <Section $air={6} aria-label={label}>
    <Container>
      <Stack $gap={5}>
        <FilterForm id={results.form} action={results.action} filters={results.filters}>
          {children}
        </FilterForm>
        <ListResults {...results}>{(entries) => <Grid>{entries.map(entry)}</Grid>}</ListResults>
      </Stack>
    </Container>
  </Section>
);
