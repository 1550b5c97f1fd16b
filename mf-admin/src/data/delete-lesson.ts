import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { renumberCourse } from './renumber-course.ts';

/** Deletes a lesson. Throws `not_found` when it is gone already or may not be deleted. */
export async function deleteLesson(client: StaffClient, course: string, id: string): Promise<void> {
  unwrap(await client.from('lessons').delete().eq('id', id).select('id').maybeSingle());
  await renumberCourse(client, course);
}
