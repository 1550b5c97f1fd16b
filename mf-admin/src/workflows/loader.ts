import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
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
