import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** `entry`: names the state by the entry that left it behind. `seen`: the newest entry that the page showed. */
export interface WantedVersion {
  readonly entry: number;
  readonly seen: number;
}

/**
 * Puts a record back as it was, as a new save; a course with its modules and lessons. Returns the columns that could
 * not come back as they were. Throws `conflict` when somebody else has written since, and `not_found`.
 */
export async function restoreVersion(
  client: StaffClient,
  record: string,
  { entry, seen }: WantedVersion,
): Promise<readonly string[]> {
  return unwrap(await client.rpc('restore_version', { record, entry, seen }));
}
