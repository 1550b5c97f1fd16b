import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { z } from 'npm:zod@4.6.7';
import { countedCall, type Metered } from './ai-calls.ts';
import { answer, asFailure, checked, Failure, readJson, staffCaller, unreachable } from './http.ts';
import type { Dependencies } from './serve.ts';
import { storable, storableJson } from './text.ts';

interface WorkflowKind<Input extends { workflowId: string }> {
  readonly type: WorkflowType;
  readonly name: 'web-search' | 'blog-ideas';
  readonly schema: z.ZodType<Input>;
  readonly builtInPrompt: string;
  work(input: Input, prompt: string, dependencies: Metered): Promise<object>;
}

const aboutWorkflow = z.object({ workflowId: z.uuid() });

/** The handler of a function that does the work of a workflow. */
export const workflowHandler =
  <Input extends { workflowId: string }>(kind: WorkflowKind<Input>) =>
  (request: Request, dependencies: Dependencies): Promise<Response> =>
    answer(request, () => runWorkflow(request, dependencies, kind));

async function runWorkflow<Input extends { workflowId: string }>(
  request: Request,
  dependencies: Dependencies,
  { type, name, schema, builtInPrompt, work }: WorkflowKind<Input>,
): Promise<object> {
  const { database } = await staffCaller(request, dependencies);
  const body = await readJson(request);
  // An invalid call ends the workflow that waits for it, too.
  const { data: known } = aboutWorkflow.safeParse(body);
  const { workflowId: id } = known ?? checked(schema, body);
  const earlier = await claimWorkflow(database, id, type);
  if (earlier) return repeated(earlier);
  try {
    const input = checked(schema, body);
    const prompt = await promptFor(database, type, builtInPrompt);
    const output = await countedCall(database, name, id, dependencies, (metered) => work(input, prompt, metered));
    await endWorkflow(database, id, { status: 'completed', output_data: storableJson(output) });
    return { success: true, status: 'completed' };
  } catch (error) {
    const failure = asFailure(error);
    await endWorkflow(database, id, { status: 'failed', error_message: storable(failure.message) });
    throw failure;
  }
}

function repeated({ status, error_message: error }: State): object {
  return status === 'failed' ? { success: false, status, error } : { success: true, status };
}

type WorkflowType = 'perplexity_web_search' | 'gemini_blog_ideas';

interface State {
  readonly status: string;
  readonly error_message: string | null;
}

type Ending = { status: 'completed'; output_data: object } | { status: 'failed'; error_message: string };

const UNFINISHED = ['pending', 'processing'];
/** For PostgreSQL, the time of its transaction. */
const NOW = 'now';

/** Claims the workflow; returns its state if another call has claimed it. */
async function claimWorkflow(database: SupabaseClient, id: string, type: WorkflowType): Promise<State | null> {
  const { data, error } = await database
    .from('workflows')
    .update({ status: 'processing', started_at: NOW })
    .eq('id', id)
    .eq('workflow_type', type)
    .in('status', UNFINISHED)
    .is('started_at', null)
    .select('id');
  if (error) throw unreachable();
  return data.length > 0 ? null : stateOf(database, id, type);
}

async function stateOf(database: SupabaseClient, id: string, type: WorkflowType): Promise<State> {
  const { data, error } = await database
    .from('workflows')
    .select('workflow_type, status, error_message')
    .eq('id', id)
    .maybeSingle<State & { workflow_type: string }>();
  if (error) throw unreachable();
  if (!data) throw new Failure(404, 'workflowId: there is no such workflow', { field: 'workflowId' });
  if (data.workflow_type !== type) {
    throw new Failure(400, 'workflowId: is a workflow of another type', { field: 'workflowId' });
  }
  return data;
}

/** The work is paid for, so saving it is retried. */
const ATTEMPTS = 3;

async function endWorkflow(database: SupabaseClient, id: string, ending: Ending): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { error } = await database.from('workflows').update(ending).eq('id', id).eq('status', 'processing');
    if (!error) return;
    console.error('saving a workflow:', error.code);
  }
  throw new Failure(503, 'The result could not be saved. Please try again.');
}

const LONGEST = 20_000;

async function promptFor(database: SupabaseClient, type: WorkflowType, builtIn: string): Promise<string> {
  const { data, error } = await database
    .from('prompts')
    .select('prompt_text')
    .eq('workflow_type', type)
    .eq('is_active', true)
    .maybeSingle<{ prompt_text: string }>();
  if (error) throw unreachable();
  const prompt = data?.prompt_text ?? builtIn;
  // Not truncated: half of an instruction is another one.
  if (prompt.length > LONGEST)
    throw new Failure(422, 'The active prompt is too long: please shorten it to 20,000 characters.');
  return prompt;
}
