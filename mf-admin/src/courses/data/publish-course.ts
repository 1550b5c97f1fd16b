import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { CourseRow } from '../model/course.ts';
import { COURSE_ROW, toCourseRow } from './course-rows.ts';

/** Shows a course to visitors, or hides it, and returns it as it is now. Throws `not_found`. */
export async function publishCourse(client: StaffClient, id: string, isPublished: boolean): Promise<CourseRow> {
  const update = client.from('courses').update({ is_published: isPublished }).eq('id', id);
  return toCourseRow(unwrap(await update.select(COURSE_ROW).maybeSingle()));
}
