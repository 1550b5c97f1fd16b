import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { Option } from '../../records/model/option.ts';

/** The categories of courses, by name. */
export async function listCourseCategories(client: StaffClient): Promise<readonly Option[]> {
  return unwrap(await client.from('course_categories').select('id, name').order('name'));
}
