import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listWorkflows } from './data/list-workflows.ts';
import { readAiCalls } from './data/read-ai-calls.ts';
import { workflowQueryOf } from './model/workflow-query.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const { page } = workflowQueryOf(new URL(request.url).searchParams);
  return {
    history: settle(asStaff((client) => listWorkflows(client, page))),
    calls: settle(asStaff(readAiCalls)),
  };
}

export type WorkflowsData = ReturnType<typeof loader>;

const pageIn = ({ searchParams }: URL) => workflowQueryOf(searchParams).page;

const handle: RouteHandle = { head: () => ({ title: 'Workflows', noindex: true }) };

export const workflowsRoute: RouteObject = {
  id: 'admin-workflows',
  path: addresses.workflows,
  loader,
  handle,
  // Opening an entry shows what is there already.
  shouldRevalidate: ({ currentUrl, nextUrl }) =>
    currentUrl.href === nextUrl.href || pageIn(currentUrl) !== pageIn(nextUrl),
  lazy: () => import(/* webpackChunkName: "admin-workflows" */ './page.tsx'),
};
