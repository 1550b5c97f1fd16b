import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { Version } from '../model/history.ts';

/**
 * Saves an earlier version of a record anew, with its parts. Returns the columns that could not
 * be restored as they were. Throws `conflict` when another user has written since, and `not_found`.
 */
export async function restoreVersion(
  client: StaffClient,
  record: string,
  { entry, seen }: Version,
): Promise<readonly string[]> {
  return unwrap(await client.rpc('restore_version', { record, entry, seen }));
}

/** Undoes a deletion. Returns the columns that could not be restored as they were. */
export type Restore = () => Promise<readonly string[]>;

/**
 * Restores a record from the trash, with the rows that were deleted with it. Returns the columns that could not be
 * restored as they were. Throws `not_found` when it left the trash, and `conflict`, with a readable message, when it
 * was restored already or its parent is gone.
 */
export async function restoreDeleted(client: StaffClient, id: string): Promise<readonly string[]> {
  return unwrap(await client.rpc('restore_deleted', { deleted: id }));
}

/** Takes back what a change set did to several records. Those that are `refused` do not stop the others. */
export const takeBack = async (client: StaffClient, changeSet: string) =>
  unwrap(await client.rpc('undo_change_set', { change_set: changeSet }));
