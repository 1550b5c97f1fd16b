import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Stores a copy of a course with all its modules and lessons, as a draft. All of it, or nothing. Throws `not_found`. */
export async function duplicateCourse(client: StaffClient, id: string): Promise<void> {
  unwrap(await client.rpc('duplicate_course', { course: id }));
}
