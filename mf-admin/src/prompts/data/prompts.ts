import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { toEditable } from '../../kinds/data/records.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';
import { type Prompt, prompt } from '../prompt-record.ts';

export async function listPrompts(client: StaffClient): Promise<readonly Prompt[]> {
  const newest = client.from(prompt.table).select('*').order('created_at', { ascending: false }).order('id');
  return unwrap(await newest).map((row) => ({ ...toEditable(prompt, row), isActive: row.is_active }));
}

export interface PromptsData {
  readonly edited: string | null;
  readonly prompts: Promise<Result<readonly Prompt[]>>;
}

export async function activatePrompt(client: StaffClient, id: string): Promise<void> {
  unwrapNothing(await client.rpc('activate_prompt', { prompt_id: id }));
}
