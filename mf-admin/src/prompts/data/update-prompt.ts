import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { expectChanged } from '../../records/data/expect-changed.ts';
import type { PromptValues } from './prompt.ts';

/** Saves a prompt over its version `base`, or over any when that is null. Throws `conflict` and `not_found`. */
export async function updatePrompt(
  client: StaffClient,
  id: string,
  { name, text, workflowType }: PromptValues,
  base: string | null,
): Promise<void> {
  const row = { name, prompt_text: text, workflow_type: workflowType };
  const update = client.from('prompts').update(row).eq('id', id);
  if (base !== null) update.eq('updated_at', base);
  await expectChanged(unwrap(await update.select('id')), base, client.from('prompts').select('id').eq('id', id));
}
