import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { unreachable } from './caller.ts';
import { Failure } from './failure.ts';
import { storable, storableJson } from './storable.ts';

export type WorkflowType = 'perplexity_web_search' | 'gemini_blog_ideas';

/** What a second call for the same workflow learns. */
export interface State {
  readonly status: string;
  readonly error_message: string | null;
}

type Ending = { status: 'completed'; output_data: object } | { status: 'failed'; error_message: string };

const UNFINISHED = ['pending', 'processing'];

/** Takes the workflow for this call; answers its state instead if another call has had it. */
export async function claimWorkflow(database: SupabaseClient, id: string, type: WorkflowType): Promise<State | null> {
  const { data, error } = await database
    .from('workflows')
    .update({ status: 'processing', started_at: new Date().toISOString() })
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

export const completeWorkflow = (database: SupabaseClient, id: string, output: object) =>
  endWorkflow(database, id, { status: 'completed', output_data: storableJson(output) });

export const failWorkflow = (database: SupabaseClient, id: string, message: string) =>
  endWorkflow(database, id, { status: 'failed', error_message: storable(message) });

/** The work is done and paid for: saving it is tried more than once. A workflow that was given up stays so. */
const ATTEMPTS = 3;

async function endWorkflow(database: SupabaseClient, id: string, ending: Ending): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { error } = await database.from('workflows').update(ending).eq('id', id).eq('status', 'processing');
    if (!error) return;
    console.error('saving a workflow:', error.code);
  }
  throw new Failure(503, 'The result could not be saved. Please try again.');
}
