import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/**
 * Gives back what was deleted, with what went along. Returns the columns that could not come back as they were.
 * Throws `not_found` when it is not in the trash any more, and `conflict`, whose message says why, when it is back
 * already or has no place.
 */
export async function restoreDeleted(client: StaffClient, id: string): Promise<readonly string[]> {
  return unwrap(await client.rpc('restore_deleted', { deleted: id }));
}
