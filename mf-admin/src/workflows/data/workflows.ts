import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { type Page, readPage } from '../../kinds/data/records.ts';
import type { AiCost } from '../model/ai-cost.ts';
import type { Search } from '../model/search-form.ts';
import {
  type AiCalls,
  type AiMonth,
  type Estimates,
  paidRecordsOf,
  toRun,
  type WorkflowRun,
} from '../model/workflow.ts';

export interface WorkflowsData {
  readonly history: Promise<Result<WorkflowPage>>;
  readonly calls: Promise<Result<AiCalls>>;
  readonly month: Promise<Result<AiMonth>>;
  readonly estimates: Promise<Result<Estimates>>;
}

export interface WorkflowPage extends Page<WorkflowRun> {
  /** By the id of a workflow, or of a post that was written from an idea. */
  readonly costs: ReadonlyMap<string, AiCost>;
}

const COLUMNS = 'id, workflow_type, status, input_data, output_data, error_message, created_at';

export async function listWorkflows(client: StaffClient, page: number): Promise<WorkflowPage> {
  const newest = client
    .from('workflows')
    .select(COLUMNS, { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id');
  const { rows, total } = await readPage(newest, page);
  const runs = rows.map(toRun);
  return { rows: runs, total, costs: await readCosts(client, runs.flatMap(paidRecordsOf)) };
}

/** Costs are an addition: a history without them is still one. */
async function readCosts(client: StaffClient, records: string[]): Promise<WorkflowPage['costs']> {
  const { data, error } = await client.rpc('ai_costs_of', { records });
  if (error) console.error(error);
  return new Map((data ?? []).map(({ record, ...cost }) => [record, cost]));
}

export async function createSearch(client: StaffClient, search: Search): Promise<string> {
  const input_data = {
    query: search.query,
    max_results: search.maxResults,
    search_recency_filter: search.recency,
    search_domain_filter: search.domains.length > 0 ? search.domains : null,
  };
  const row = { workflow_type: 'perplexity_web_search', status: 'pending', input_data };
  return unwrap(await client.from('workflows').insert(row).select('id').single()).id;
}

/** `notes` say what the text of the file lacks. */
export async function createFileWorkflow(
  client: StaffClient,
  { name, size, type }: File,
  notes: readonly string[],
): Promise<string> {
  const input_data = { filename: name, filesize: size, filetype: type, ...(notes.length > 0 && { notes: [...notes] }) };
  const row = { workflow_type: 'gemini_blog_ideas', status: 'pending', input_data };
  const { id } = unwrap(await client.from('workflows').insert(row).select('id').single());
  unwrap(await client.from('workflows').update({ status: 'processing' }).eq('id', id).select('id'));
  return id;
}

/** Compares the status of workflows with the stored one, after ending the stale ones. */
export async function haveWorkflowsChanged(
  client: StaffClient,
  known: readonly { readonly id: string; readonly status: string }[],
): Promise<boolean> {
  unwrap(await client.rpc('fail_stale_workflows'));
  const ids = known.map(({ id }) => id);
  const rows = unwrap(await client.from('workflows').select('id, status').in('id', ids));
  const now = new Map(rows.map(({ id, status }) => [id, status]));
  return known.some(({ id, status }) => now.get(id) !== status);
}

/** Ends a workflow whose function was not reached. Leaves one that a function has started. */
export async function failUnstartedWorkflow(client: StaffClient, id: string): Promise<void> {
  const ending = { status: 'failed', error_message: 'The function could not be reached. Please try again.' };
  const unstarted = client.from('workflows').update(ending).eq('id', id).is('started_at', null);
  unwrap(await unstarted.in('status', ['pending', 'processing']).select('id'));
}

export async function readAiCalls(client: StaffClient): Promise<AiCalls> {
  const row = unwrap(await client.rpc('ai_calls_today').maybeSingle());
  return { own: row.mine, ownLimit: row.of_account, all: row.everybodys, limit: row.in_all };
}

export const readAiMonth = async (client: StaffClient): Promise<AiMonth> =>
  unwrap(await client.rpc('ai_calls_this_month').maybeSingle());

/** The median of the last calls of each function that has some. */
export async function readEstimates(client: StaffClient): Promise<Estimates> {
  return Object.fromEntries(unwrap(await client.rpc('ai_estimates')).map(({ kind, ...estimate }) => [kind, estimate]));
}
