import { defineRoute } from '@ki/shared/contract/define-route.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import type { WorkflowsData } from './data/workflows.ts';
import { workflowQueryOf } from './model/workflow-query.ts';

// In the chunk of the page, as no other page of the admin needs them.
const reads = () => import(/* webpackChunkName: "admin-workflows" */ './data/workflows.ts');

function loader({ request }: LoaderFunctionArgs): WorkflowsData {
  const { page } = workflowQueryOf(new URL(request.url).searchParams);
  return {
    history: settleAsStaff(async (client) => (await reads()).listWorkflows(client, page)),
    calls: settleAsStaff(async (client) => (await reads()).readAiCalls(client)),
    month: settleAsStaff(async (client) => (await reads()).readAiMonth(client)),
    estimates: settleAsStaff(async (client) => (await reads()).readEstimates(client)),
  };
}

const pageIn = ({ searchParams }: URL) => workflowQueryOf(searchParams).page;

export const workflowsRoute = defineRoute({
  id: 'admin-workflows',
  path: addresses.workflows,
  loader,
  head: () => ({ title: 'Workflows', noindex: true }),
  // Opening an entry needs no new data.
  shouldRevalidate: ({ currentUrl, nextUrl }) =>
    currentUrl.href === nextUrl.href || pageIn(currentUrl) !== pageIn(nextUrl),
  lazy: () => import(/* webpackChunkName: "admin-workflows" */ './page.tsx'),
});
