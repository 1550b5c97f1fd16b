import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrapNothing } from '../../records/data/unwrap-nothing.ts';
import type { CourseValues } from '../model/course.ts';
import { toCourseColumns } from './course-rows.ts';

/** Stores a new course. Throws `conflict` with constraint `courses_slug_key` when the slug is taken. */
export async function createCourse(client: StaffClient, values: CourseValues): Promise<void> {
  const nothingYet = { total_duration: '00:00:00', enrollment_count: 0 };
  unwrapNothing(await client.from('courses').insert({ ...toCourseColumns(values), ...nothingYet }));
}
