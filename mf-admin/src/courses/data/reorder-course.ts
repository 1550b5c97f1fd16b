import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrapNothing } from '../../records/data/unwrap-nothing.ts';
import type { CourseOrder } from '../model/course-order.ts';

/** Orders a course's modules and lessons in one transaction. What the order does not name follows in its present order. */
export async function reorderCourse(client: StaffClient, course: string, order: CourseOrder): Promise<void> {
  const structure = order.map(({ id, lessons }) => ({ id, lessons: [...lessons] }));
  unwrapNothing(await client.rpc('reorder_course', { course, structure }));
}
