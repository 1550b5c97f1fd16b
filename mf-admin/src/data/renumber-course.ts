import type { StaffClient } from '@ki/shared/data/clients.ts';
import { reorderCourse } from './reorder-course.ts';

/**
 * Closes the gaps and doubles that adding and deleting leave in a course's positions. What went before is done already:
 * without this, the order is the same, and the next move puts the numbers right.
 */
export async function renumberCourse(client: StaffClient, course: string): Promise<void> {
  try {
    await reorderCourse(client, course, []);
  } catch (error) {
    console.error(error);
  }
}
