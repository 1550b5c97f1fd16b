import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Deletes a course with its modules and lessons. Throws `not_found` when it is gone already or may not be deleted. */
export async function deleteCourse(client: StaffClient, id: string): Promise<void> {
  unwrap(await client.from('courses').delete().eq('id', id).select('id').maybeSingle());
}
