import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { Reader } from '@ki/shared/contract/reader.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import type { PostPage } from './list-posts.ts';
import { SUMMARY, toSummary } from './post-rows.ts';

export interface CategoryPage extends PostPage {
  readonly name: string;
  /** Of all public posts of the category, not only of this page. */
  readonly count: number;
}

/** A category with one page of its public posts, newest first. Throws `not_found` for an unknown one and an empty page after the first. */
export async function readCategory(reader: Reader, slug: string, page: number): Promise<CategoryPage> {
  const category = unwrap(
    await reader.from('categories').select('id, name, posts(count)').eq('slug', slug).maybeSingle(),
  );
  const first = (page - 1) * PAGE_SIZE;
  const newest = reader.from('posts').select(SUMMARY).eq('category_id', category.id);
  const sorted = newest.order('published_at', { ascending: false }).order('id');
  const rows = unwrap(await sorted.range(first, first + PAGE_SIZE));
  if (rows.length === 0 && page > 1) throw new DataError('not_found', `no page ${page}`);
  return {
    name: category.name,
    count: category.posts[0]?.count ?? 0,
    posts: rows.slice(0, PAGE_SIZE).map(toSummary),
    hasMore: rows.length > PAGE_SIZE,
  };
}
