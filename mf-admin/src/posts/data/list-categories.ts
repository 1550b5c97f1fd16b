import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { Option } from '../../records/model/option.ts';

/** The categories of posts, by name. */
export async function listCategories(client: StaffClient): Promise<readonly Option[]> {
  return unwrap(await client.from('categories').select('id, name').order('name'));
}
