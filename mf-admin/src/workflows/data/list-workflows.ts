import type { StaffClient } from '@ki/shared/data/clients.ts';
import { type Page, readPage } from '../../records/data/records.ts';
import { toRun, type WorkflowRun } from '../model/workflow.ts';

const COLUMNS = 'id, workflow_type, status, input_data, output_data, error_message, created_at';

/** One page of all workflows, the newest first. */
export async function listWorkflows(client: StaffClient, page: number): Promise<Page<WorkflowRun>> {
  const newest = client
    .from('workflows')
    .select(COLUMNS, { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id');
  const { rows, total } = await readPage(newest, page);
  return { rows: rows.map(toRun), total };
}
