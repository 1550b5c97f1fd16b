import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { toEditable } from '../../records/data/records.ts';
import { type Prompt, prompt } from '../prompt-record.ts';

/** All prompts, newest first. */
export async function listPrompts(client: StaffClient): Promise<readonly Prompt[]> {
  const newest = client.from(prompt.table).select('*').order('created_at', { ascending: false }).order('id');
  return unwrap(await newest).map((row) => ({ ...toEditable(prompt, row), isActive: row.is_active }));
}
