import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { expectChanged } from '../../records/data/expect-changed.ts';
import type { CourseValues } from '../model/course.ts';
import { toCourseColumns } from './course-rows.ts';

/** Saves a course over its version `base`, or over any when that is null. Throws `not_found`, and `conflict`, with constraint for a taken slug. */
export async function updateCourse(
  client: StaffClient,
  id: string,
  values: CourseValues,
  base: string | null,
): Promise<void> {
  const update = client.from('courses').update(toCourseColumns(values)).eq('id', id);
  if (base !== null) update.eq('updated_at', base);
  await expectChanged(unwrap(await update.select('id')), base, client.from('courses').select('id').eq('id', id));
}
