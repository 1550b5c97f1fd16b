import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { unreachable } from './caller.ts';
import { Failure } from './failure.ts';
import type { WorkflowType } from './workflow.ts';

/** Characters: it is paid for with every run. The form of prompts has the same limit. */
const LONGEST = 20_000;

/** The text of the type's active prompt, or the built-in one. */
export async function promptFor(database: SupabaseClient, type: WorkflowType, builtIn: string): Promise<string> {
  const { data, error } = await database
    .from('prompts')
    .select('prompt_text')
    .eq('workflow_type', type)
    .eq('is_active', true)
    .maybeSingle<{ prompt_text: string }>();
  if (error) throw unreachable();
  const prompt = data?.prompt_text ?? builtIn;
  // Not cut: half of an instruction is another one.
  if (prompt.length > LONGEST)
    throw new Failure(422, 'The active prompt is too long: please shorten it to 20,000 characters.');
  return prompt;
}
