import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listWorkflows, readAiCalls, type WorkflowsData } from './data/workflows.ts';
import { workflowQueryOf } from './model/workflow.ts';

function loader({ request }: LoaderFunctionArgs): WorkflowsData {
  const { page } = workflowQueryOf(new URL(request.url).searchParams);
  return {
    history: settle(asStaff((client) => listWorkflows(client, page))),
    calls: settle(asStaff(readAiCalls)),
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
