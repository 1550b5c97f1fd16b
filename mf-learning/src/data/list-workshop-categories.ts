import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Names of all categories of workshops, in the order of the alphabet. */
export async function listWorkshopCategories(reader: Reader): Promise<readonly string[]> {
  const rows = unwrap(await reader.from('workshop_categories').select('name').order('name'));
  return rows.map(({ name }) => name);
}
