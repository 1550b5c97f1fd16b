import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Deletes a workflow with its result. Throws `not_found` when it is gone already or may not be deleted. */
export async function deleteWorkflow(client: StaffClient, id: string): Promise<void> {
  unwrap(await client.from('workflows').delete().eq('id', id).select('id').maybeSingle());
}
