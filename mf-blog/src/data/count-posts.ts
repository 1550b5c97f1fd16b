import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** How many posts are public, of one category or of all. */
export async function countPosts(reader: Reader, categorySlug?: string): Promise<number> {
  const asked = categorySlug === undefined ? {} : { category_slug: categorySlug };
  return unwrap(await reader.rpc('count_posts', asked, { get: true }));
}
