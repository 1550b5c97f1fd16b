import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { PromptValues } from './prompt.ts';

/** Stores a new prompt, which starts inactive. */
export async function createPrompt(client: StaffClient, { name, text, workflowType }: PromptValues): Promise<void> {
  const row = { name, prompt_text: text, workflow_type: workflowType, is_active: false };
  unwrap(await client.from('prompts').insert(row).select('id').single());
}
