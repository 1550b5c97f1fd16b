import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { ModuleValues } from '../model/module.ts';
import { renumberCourse } from './renumber-course.ts';

/** Stores a new module at the end of a course that had `count` of them. Returns its id. */
export async function createModule(
  client: StaffClient,
  course: string,
  count: number,
  { title, description }: ModuleValues,
): Promise<string> {
  const row = { course_id: course, title, description, order_position: count };
  const { id } = unwrap(await client.from('modules').insert(row).select('id').single());
  await renumberCourse(client, course);
  return id;
}
