import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { toEditable } from '../../kinds/data/records.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';
import { readPermission } from '../../versions/data/editing.ts';
import { type Prompt, prompt } from '../prompt-record.ts';

async function listPrompts(client: StaffClient): Promise<readonly Prompt[]> {
  const newest = client.from(prompt.table).select('*').order('created_at', { ascending: false }).order('id');
  return unwrap(await newest).map((row) => ({ ...toEditable(prompt, row), isActive: row.is_active }));
}

/** `permission`: for the form; null without one. The role alone decides. */
export async function readPrompts(client: StaffClient, isEdited: boolean) {
  const [list, permission] = await Promise.all([
    listPrompts(client),
    isEdited ? readPermission(client, prompt.table, null) : null,
  ]);
  return { list, permission };
}

export interface PromptsData {
  readonly edited: string | null;
  readonly prompts: Promise<Result<Awaited<ReturnType<typeof readPrompts>>>>;
}

export const activatePrompt = async (client: StaffClient, id: string): Promise<void> =>
  unwrapNothing(await client.rpc('activate_prompt', { prompt_id: id }));
