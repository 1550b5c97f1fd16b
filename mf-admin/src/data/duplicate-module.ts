import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { copyTitle } from '../model/copy.ts';
import type { CourseOrder } from '../model/course-order.ts';
import { deleteModule } from './delete-module.ts';
import { MODULE_CONTENT } from './insert-modules.ts';
import { reorderCourse } from './reorder-course.ts';
import { unwrapNothing } from './unwrap-nothing.ts';

/** Stores a copy of a module and its lessons right behind it: all of it, or nothing. Returns its id. Throws `not_found`. */
export async function duplicateModule(
  client: StaffClient,
  course: string,
  order: CourseOrder,
  id: string,
): Promise<string> {
  const { lessons, title, description, order_position } = unwrap(
    await client.from('modules').select(MODULE_CONTENT).eq('id', id).maybeSingle(),
  );
  const row = { course_id: course, title: copyTitle(title), description, order_position };
  const copy = unwrap(await client.from('modules').insert(row).select('id').single()).id;
  try {
    const rows = lessons.map((lesson) => ({ ...lesson, module_id: copy }));
    if (rows.length > 0) unwrapNothing(await client.from('lessons').insert(rows));
    const placed = order.flatMap((module) => (module.id === id ? [module, { id: copy, lessons: [] }] : [module]));
    await reorderCourse(client, course, placed);
  } catch (error) {
    await deleteModule(client, course, copy);
    throw error;
  }
  return copy;
}
