import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { loader } from './loader.ts';
import { workflowQueryOf } from './model/workflow-query.ts';

const pageIn = ({ searchParams }: URL) => workflowQueryOf(searchParams).page;

export const workflowsRoute = defineRoute({
  id: 'admin-workflows',
  path: addresses.workflows,
  loader,
  head: () => ({ title: 'Workflows', noindex: true }),
  // Opening an entry shows what is there already.
  shouldRevalidate: ({ currentUrl, nextUrl }) =>
    currentUrl.href === nextUrl.href || pageIn(currentUrl) !== pageIn(nextUrl),
  lazy: () => import(/* webpackChunkName: "admin-workflows" */ './page.tsx'),
});
