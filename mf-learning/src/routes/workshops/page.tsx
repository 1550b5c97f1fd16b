import { paths } from '@ki/shared/contract/paths.ts';
import { Container, Grid, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { Outlet, useLoaderData } from 'react-router-dom';
import { CategoryFilter } from '../../components/lists/category-filter.tsx';
import { FilterForm } from '../../components/lists/filter-form.tsx';
import { ListHead } from '../../components/lists/list-head.tsx';
import { ListResults } from '../../components/lists/list-results.tsx';
import { WorkshopCard } from '../../components/workshop/workshop-card.tsx';
import type { WorkshopsData } from './loader.ts';

const FILTER_FORM = 'workshop-filters';

const WORDS = {
  one: 'workshop',
  many: 'workshops',
  empty: 'No workshops found matching your criteria.',
  more: 'Weitere Workshops',
} as const;

export function Component() {
  const { filters, list, categories } = useLoaderData<WorkshopsData>();
  return (
    <>
      <ListHead title="Workshops">
        Vom ersten Ausprobieren bis zur gemeinsamen Spielregel: Wir kommen in Ihr Haus und arbeiten an Ihren Aufgaben.
      </ListHead>
      <Outlet />
      <Section $air={6} aria-label="Workshops">
        <Container>
          <Stack $gap={5}>
            <FilterForm id={FILTER_FORM} action={paths.workshops} filters={filters}>
              <CategoryFilter categories={categories} chosen={filters.category} />
            </FilterForm>
            <ListResults list={list} filters={filters} action={paths.workshops} form={FILTER_FORM} words={WORDS}>
              {(workshops) => (
                <Grid>
                  {workshops.map((workshop) => (
                    <WorkshopCard key={workshop.id} workshop={workshop} filterForm={FILTER_FORM} />
                  ))}
                </Grid>
              )}
            </ListResults>
          </Stack>
        </Container>
      </Section>
    </>
  );
}
