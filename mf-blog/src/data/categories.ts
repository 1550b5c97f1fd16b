import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { countPosts, listPosts, type PostPage } from './posts.ts';

export async function findCategory(
  reader: Reader,
  slug: string,
): Promise<{ readonly id: string; readonly name: string }> {
  return unwrap(await reader.from('categories').select('id, name').eq('slug', slug).maybeSingle());
}

export interface CategoryPage extends PostPage {
  readonly name: string;
  readonly count: number;
}

/** A category with one page of its posts. Throws `not_found` without the category or beyond the last page. */
export async function readCategory(reader: Reader, slug: string, page: number): Promise<CategoryPage> {
  const [{ name }, count, posts] = await Promise.all([
    findCategory(reader, slug),
    countPosts(reader, slug),
    listPosts(reader, page, slug),
  ]);
  return { name, count, ...posts };
}
