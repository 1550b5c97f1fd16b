import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { CourseRow } from '../model/course.ts';
import { COURSE_ROW, toCourseRow } from './course-rows.ts';

export interface CoursePage {
  readonly courses: readonly CourseRow[];
  /** On all pages. */
  readonly total: number;
}

/** One page of all courses, drafts included, newest first. `page` counts from 1. */
export async function listCourses(client: StaffClient, page: number): Promise<CoursePage> {
  const first = (page - 1) * PAGE_SIZE;
  const answer = await client
    .from('courses')
    .select(COURSE_ROW, { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + PAGE_SIZE - 1);
  if (answer.status === 416) return { courses: [], total: 0 };
  const courses = unwrap(answer).map(toCourseRow);
  return { courses, total: answer.count ?? courses.length };
}
