import { paths } from '@ki/shared/contract/paths.ts';
import { Outlet, useLoaderData } from 'react-router-dom';
import { CategoryFilter } from '../../components/lists/category-filter.tsx';
import { FilteredList } from '../../components/lists/filtered-list.tsx';
import { ListHead } from '../../components/lists/list-head.tsx';
import { WorkshopCard } from '../../components/workshop/workshop-card.tsx';
import type { WorkshopsData } from './loader.ts';

const FILTER_FORM = 'workshop-filters';

export function Component() {
  const { filters, list, categories } = useLoaderData<WorkshopsData>();
  return (
    <>
      <ListHead title="Workshops">
        Vom ersten Ausprobieren bis zur gemeinsamen Spielregel: Wir kommen in Ihr Haus und arbeiten an Ihren Aufgaben.
      </ListHead>
      <Outlet />
      <FilteredList
        label="Workshops"
        action={paths.workshops}
        form={FILTER_FORM}
        filters={filters}
        list={list}
        noun="workshop"
        more="Weitere Workshops"
        entry={(workshop) => <WorkshopCard key={workshop.id} workshop={workshop} filterForm={FILTER_FORM} />}
      >
        <CategoryFilter categories={categories} chosen={filters.category} />
      </FilteredList>
    </>
  );
}
