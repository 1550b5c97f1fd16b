import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { toRun, type WorkflowRun } from '../model/workflow.ts';

export interface WorkflowPage {
  readonly runs: readonly WorkflowRun[];
  /** On every page. */
  readonly total: number;
}

const COLUMNS = 'id, workflow_type, status, input_data, output_data, error_message, created_at';

/** One page of all workflows, the newest first. */
export async function listWorkflows(client: StaffClient, page: number): Promise<WorkflowPage> {
  const first = (page - 1) * PAGE_SIZE;
  const answer = await client
    .from('workflows')
    .select(COLUMNS, { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + PAGE_SIZE - 1);
  // 416: a page beyond the end. There is nothing there, and nothing is wrong.
  if (answer.status === 416) return { runs: [], total: 0 };
  const rows = unwrap(answer);
  return { runs: rows.map(toRun), total: answer.count ?? rows.length };
}
