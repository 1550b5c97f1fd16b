import { askedPage } from '@ki/shared/contract/list-page.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { listWorkshopCategories } from '../../data/list-workshop-categories.ts';
import { listWorkshops } from '../../data/list-workshops.ts';
import { readWorkshop } from '../../data/read-workshop.ts';
import { filtersOf } from '../../model/list-filters.ts';
import { WORKSHOP } from '../../model/workshop.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const filters = { ...filtersOf(asked), level: '' } as const;
  const client = reader();
  return {
    filters,
    list: settle(client.then((open) => listWorkshops(open, filters, askedPage(asked)))),
    categories: settle(client.then(listWorkshopCategories)),
  };
}

export type WorkshopsData = ReturnType<typeof loader>;

export function detailsLoader({ request }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get(WORKSHOP);
  return { id, workshop: id ? settle(reader().then((open) => readWorkshop(open, id))) : null };
}

export type DetailsData = ReturnType<typeof detailsLoader>;
