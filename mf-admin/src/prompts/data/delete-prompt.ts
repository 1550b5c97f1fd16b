import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Deletes a prompt. Throws `not_found` when it is gone already or may not be deleted. */
export async function deletePrompt(client: StaffClient, id: string): Promise<void> {
  unwrap(await client.from('prompts').delete().eq('id', id).select('id').maybeSingle());
}
