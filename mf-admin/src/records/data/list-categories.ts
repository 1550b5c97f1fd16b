import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { Option } from '../model/option.ts';

/** Reads the categories of one kind of record, by name. */
export const listCategories =
  (table: 'categories' | 'workshop_categories' | 'course_categories') =>
  async (client: StaffClient): Promise<readonly Option[]> =>
    unwrap(await client.from(table).select('id, name').order('name'));
