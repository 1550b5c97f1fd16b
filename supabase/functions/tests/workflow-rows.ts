import type { FunctionsBackend } from './functions-backend.ts';

type Type = 'perplexity_web_search' | 'gemini_blog_ideas';

/** A workflow as the screen creates it, waiting for its function. */
export async function waitingWorkflow({ staff }: FunctionsBackend, type: Type): Promise<string> {
  const status = type === 'perplexity_web_search' ? 'pending' : 'processing';
  const { data, error } = await staff.from('workflows').insert({ workflow_type: type, status }).select('id').single();
  if (error) throw error;
  return data.id;
}

export async function endOf({ staff }: FunctionsBackend, id: string) {
  const { data, error } = await staff
    .from('workflows')
    .select('status, output_data, error_message')
    .eq('id', id)
    .single();
  if (error) throw error;
  return data;
}
