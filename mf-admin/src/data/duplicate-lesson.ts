import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { copyTitle } from '../model/copy.ts';
import type { CourseOrder } from '../model/course-order.ts';
import { deleteLesson } from './delete-lesson.ts';
import { LESSON_CONTENT } from './insert-modules.ts';
import { reorderCourse } from './reorder-course.ts';

/** Stores a copy of a lesson right behind it. Returns its id. Throws `not_found`. */
export async function duplicateLesson(
  client: StaffClient,
  course: string,
  order: CourseOrder,
  id: string,
): Promise<string> {
  const columns = `module_id, ${LESSON_CONTENT}` as const;
  const original = unwrap(await client.from('lessons').select(columns).eq('id', id).maybeSingle());
  const row = { ...original, title: copyTitle(original.title) };
  const copy = unwrap(await client.from('lessons').insert(row).select('id').single()).id;
  const placed = order.map((module) => ({
    ...module,
    lessons: module.lessons.flatMap((lesson) => (lesson === id ? [lesson, copy] : [lesson])),
  }));
  try {
    await reorderCourse(client, course, placed);
  } catch (error) {
    await deleteLesson(client, course, copy);
    throw error;
  }
  return copy;
}
