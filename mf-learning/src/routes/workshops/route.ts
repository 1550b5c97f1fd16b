import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { PAGE } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { FILTER_NAMES } from '../../model/list-filters.ts';
import { WORKSHOP } from '../../model/workshop.ts';
import { detailsLoader, loader } from './loader.ts';

function withoutDetails({ search }: URL): string {
  const asked = new URLSearchParams(search);
  asked.delete(WORKSHOP);
  return asked.toString();
}

/** Opening and closing details leaves the list as it is; asking for the same address again reads it again. */
function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const onlyDetailsChange = currentUrl.href !== nextUrl.href && withoutDetails(currentUrl) === withoutDetails(nextUrl);
  return onlyDetailsChange ? false : defaultShouldRevalidate;
}

const detailsRoute = defineRoute({
  id: 'learning-workshop-details',
  index: true,
  loader: detailsLoader,
  lazy: () => import(/* webpackChunkName: "learning-workshop-details" */ './details.tsx'),
});

export const workshopsRoute = defineRoute({
  id: 'learning-workshops',
  path: paths.workshops,
  query: [FILTER_NAMES.search, FILTER_NAMES.category, PAGE, WORKSHOP],
  // An open dialog keeps the rest of the page away, which HTML alone does not.
  hydrate: ({ searchParams }) => (searchParams.has(WORKSHOP) ? 'load' : 'interaction'),
  loader,
  shouldRevalidate,
  head: () => ({
    title: 'Workshops',
    description: 'Workshops über künstliche Intelligenz für Teams in der Erwachsenenbildung: Themen, Dauer und Plätze.',
  }),
  lazy: () => import(/* webpackChunkName: "learning-workshops" */ './page.tsx'),
  children: [detailsRoute],
});
