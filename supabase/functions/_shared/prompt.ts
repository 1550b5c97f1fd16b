import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { unreachable } from './caller.ts';
import type { WorkflowType } from './workflow.ts';

/** The text of the type's active prompt, or the built-in one. */
export async function promptFor(database: SupabaseClient, type: WorkflowType, builtIn: string): Promise<string> {
  const { data, error } = await database
    .from('prompts')
    .select('prompt_text')
    .eq('workflow_type', type)
    .eq('is_active', true)
    .maybeSingle<{ prompt_text: string }>();
  if (error) throw unreachable();
  return data?.prompt_text ?? builtIn;
}
