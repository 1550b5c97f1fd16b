import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { loader, QUESTION } from './loader.ts';

export const searchRoute = defineRoute({
  id: 'blog-search',
  path: paths.search,
  query: [QUESTION],
  loader,
  head: ({ data: { query } }) => ({ title: query === '' ? 'Suche' : `Suche: ${query}`, noindex: true }),
  lazy: () => import(/* webpackChunkName: "blog-search" */ './page.tsx'),
});
