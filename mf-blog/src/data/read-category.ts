import type { Reader } from '@ki/shared/contract/reader.ts';
import { countPosts } from './count-posts.ts';
import { findCategory } from './find-category.ts';
import { listPosts, type PostPage } from './list-posts.ts';

export interface CategoryPage extends PostPage {
  readonly name: string;
  /** Of all public posts of the category, not only of this page. */
  readonly count: number;
}

/** A category with one page of its public posts, newest first. Throws `not_found` for an unknown one and an empty page after the first. */
export async function readCategory(reader: Reader, slug: string, page: number): Promise<CategoryPage> {
  const [{ name }, count, posts] = await Promise.all([
    findCategory(reader, slug),
    countPosts(reader, slug),
    listPosts(reader, page, slug),
  ]);
  return { name, count, ...posts };
}
