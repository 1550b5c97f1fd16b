import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { Prompt } from './prompt.ts';

const COLUMNS = 'id, name, prompt_text, workflow_type, is_active, updated_at';

/** All prompts, newest first. */
export async function listPrompts(client: StaffClient): Promise<readonly Prompt[]> {
  const rows = unwrap(
    await client.from('prompts').select(COLUMNS).order('created_at', { ascending: false }).order('id'),
  );
  return rows.map((row) => ({
    id: row.id,
    updatedAt: row.updated_at,
    isActive: row.is_active,
    values: { name: row.name, text: row.prompt_text, workflowType: row.workflow_type },
  }));
}
