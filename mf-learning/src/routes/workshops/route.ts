import { askedPage, PAGE } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject, ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { listWorkshopCategories } from '../../data/list-workshop-categories.ts';
import { listWorkshops } from '../../data/list-workshops.ts';
import { readWorkshop } from '../../data/read-workshop.ts';
import { FILTER_NAMES, filtersOf } from '../../model/list-filters.ts';
import { WORKSHOP } from '../../model/workshop.ts';

const parametersOf = (address: string | URL) => new URL(address).searchParams;

export function loader({ request }: LoaderFunctionArgs) {
  const asked = parametersOf(request.url);
  const filters = { ...filtersOf(asked), level: '' } as const;
  const client = reader();
  return {
    filters,
    list: settle(client.then((open) => listWorkshops(open, filters, askedPage(asked)))),
    categories: settle(client.then(listWorkshopCategories)),
  };
}

export function detailsLoader({ request }: LoaderFunctionArgs) {
  const id = parametersOf(request.url).get(WORKSHOP);
  return { id, workshop: id ? settle(reader().then((open) => readWorkshop(open, id))) : null };
}

export type WorkshopsData = ReturnType<typeof loader>;
export type DetailsData = ReturnType<typeof detailsLoader>;

function withoutDetails(address: URL): string {
  const asked = parametersOf(address);
  asked.delete(WORKSHOP);
  return asked.toString();
}

/** Opening and closing details leaves the list as it is; asking for the same address again reads it again. */
function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const onlyDetailsChange = currentUrl.href !== nextUrl.href && withoutDetails(currentUrl) === withoutDetails(nextUrl);
  return onlyDetailsChange ? false : defaultShouldRevalidate;
}

const handle: RouteHandle = {
  query: [FILTER_NAMES.search, FILTER_NAMES.category, PAGE, WORKSHOP],
  head: () => ({
    title: 'Workshops',
    description: 'Workshops über künstliche Intelligenz für Teams in der Erwachsenenbildung: Themen, Dauer und Plätze.',
  }),
};

export const workshopsRoute: RouteObject = {
  id: 'learning-workshops',
  path: paths.workshops,
  loader,
  shouldRevalidate,
  handle,
  lazy: () => import(/* webpackChunkName: "learning-workshops" */ './page.tsx'),
  children: [
    {
      id: 'learning-workshop-details',
      index: true,
      loader: detailsLoader,
      lazy: () => import(/* webpackChunkName: "learning-workshop-details" */ './details.tsx'),
    },
  ],
};
