import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { Json } from '@ki/shared/data/database.types.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import { z } from 'zod/mini';
import { type Page, readPage } from '../../kinds/data/records.ts';
import type { Search } from '../model/search-form.ts';
import {
  type AiCalls,
  type AiCost,
  type Assignment,
  type CallCost,
  type Estimates,
  type FunctionResponse,
  type Idea,
  paidRecordsOf,
  toRun,
  type WorkflowRun,
} from '../model/workflow.ts';

export interface WorkflowsData {
  readonly history: Promise<Result<WorkflowPage>>;
  readonly calls: Promise<Result<AiCalls>>;
  readonly month: Promise<Result<CallCost>>;
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

async function create(client: StaffClient, workflow_type: string, input_data: NonNullable<Json>): Promise<string> {
  const row = { workflow_type, status: 'pending', input_data };
  return unwrap(await client.from('workflows').insert(row).select('id').single()).id;
}

export async function createSearch(client: StaffClient, search: Search): Promise<string> {
  const input_data = {
    query: search.query,
    max_results: search.maxResults,
    search_recency_filter: search.recency,
    search_domain_filter: search.domains.length > 0 ? search.domains : null,
  };
  return create(client, 'perplexity_web_search', input_data);
}

/** `notes` say what the text of the file lacks. */
export async function createFileWorkflow(
  client: StaffClient,
  { name, size, type }: File,
  notes: readonly string[],
): Promise<string> {
  const input_data = { filename: name, filesize: size, filetype: type, ...(notes.length > 0 && { notes: [...notes] }) };
  const id = await create(client, 'gemini_blog_ideas', input_data);
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

export const readAiCalls = async (client: StaffClient): Promise<AiCalls> =>
  unwrap(await client.rpc('ai_calls_today').maybeSingle());

export const readAiMonth = async (client: StaffClient): Promise<CallCost> =>
  unwrap(await client.rpc('ai_calls_this_month').maybeSingle());

/** The median of the last calls of each function that has some. */
export const readEstimates = async (client: StaffClient): Promise<Estimates> =>
  Object.fromEntries(unwrap(await client.rpc('ai_estimates')).map(({ kind, ...estimate }) => [kind, estimate]));

type IdeaChange = Partial<Pick<Idea, 'selected' | 'postId'>>;

/** Keeps all other stored keys, which are written back unchanged. */
const storedIdeas = z.catchall(
  z.object({ items: z.array(z.catchall(z.object({ id: z.union([z.string(), z.number()]) }), z.json())) }),
  z.json(),
);

const storedAnswer = z.record(z.string(), z.json());

const MAX_ATTEMPTS = 10;

/** Saves an output with an optimistic lock on `updated_at`, and retries on a conflict, so that other changes are kept. */
async function changeOutput(client: StaffClient, id: string, change: (output: Json) => Json): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const stored = client.from('workflows').select('output_data, updated_at').eq('id', id);
    const { output_data, updated_at } = unwrap(await stored.single());
    const update = client.from('workflows').update({ output_data: change(output_data) });
    if (unwrap(await update.eq('id', id).eq('updated_at', updated_at).select('id')).length > 0) return;
  }
  throw new DataError('conflict', 'the workflow is being changed too often');
}

export const saveIdea = (client: StaffClient, workflowId: string, ideaId: string, { postId, ...rest }: IdeaChange) =>
  changeOutput(client, workflowId, (stored) => {
    const { success, data: output } = storedIdeas.safeParse(stored);
    if (!success) throw new DataError('invalid', 'the workflow holds no ideas');
    const columns = { ...rest, ...(postId !== undefined && { post_id: postId }) };
    const items = output.items.map((item) => (String(item.id) === ideaId ? { ...item, ...columns } : item));
    return { ...output, items };
  });

/** Names the article that was written of the answer of a search. */
export const saveArticle = (client: StaffClient, workflowId: string, postId: string) =>
  changeOutput(client, workflowId, (stored) => ({ ...storedAnswer.parse(stored), post_id: postId }));

/** In ms; every function ends sooner. */
const TIMEOUT = 160_000;

/** In ms. A function stores its result with the caller's token, so the token must outlive the call: by this clock. */
const SHORTEST_SESSION = 180_000;

/** Calls an edge function. Never rejects. */
export async function runFunction(client: StaffClient, name: string, body: object): Promise<FunctionResponse> {
  try {
    const { data: current } = await client.auth.getSession();
    const endsAt = (current.session?.expires_at ?? 0) * 1000;
    if (endsAt < Date.now() + SHORTEST_SESSION) await client.auth.refreshSession();
    const { data, error } = await client.functions.invoke(name, { body, signal: AbortSignal.timeout(TIMEOUT) });
    return error ? { ok: false, message: await reasonOf(error) } : responseOf(data);
  } catch (error) {
    console.error(error);
    return { ok: false, message: null };
  }
}

const failed = z.object({ success: z.literal(false) });
const withReason = z.object({ error: z.string() });
const withResponse = z.object({ context: z.instanceof(Response) });

const messageIn = (body: unknown) => withReason.safeParse(body).data?.error ?? null;

/** A function can report a failure with status 200, too. */
const responseOf = (body: unknown): FunctionResponse =>
  failed.safeParse(body).success ? { ok: false, message: messageIn(body) } : { ok: true, body };

/** Checks the shape of the error: its class is that of the shell's client, which a remote does not share. */
async function reasonOf(error: unknown): Promise<string | null> {
  console.error(error);
  const { data } = withResponse.safeParse(error);
  return data ? messageIn(await data.context.json().catch(() => null)) : null;
}

export function generateArticle(client: StaffClient, assignment: Assignment): Promise<FunctionResponse> {
  const { id: ideaId, title, description, mehrwert: value, sources } = assignment;
  const body = { ideaId, title, description, value, keyword: '' };
  return runFunction(client, 'generate-article', sources.length > 0 ? { ...body, sources } : body);
}
