import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Throws `not_found`. */
export async function findCategory(
  reader: Reader,
  slug: string,
): Promise<{ readonly id: string; readonly name: string }> {
  return unwrap(await reader.from('categories').select('id, name').eq('slug', slug).maybeSingle());
}
