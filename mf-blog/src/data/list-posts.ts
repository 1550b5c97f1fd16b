import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { Reader } from '@ki/shared/contract/reader.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import type { PostSummary } from '../model/post.ts';
import { newestPosts } from './newest-posts.ts';
import { SUMMARY, toSummary } from './post-rows.ts';

export interface PostPage {
  readonly posts: readonly PostSummary[];
  readonly hasMore: boolean;
}

/**
 * One page of the public posts, of one category or of all, newest first. `page` counts from 1; one beyond the last throws
 * `not_found`.
 */
export async function listPosts(reader: Reader, page: number, categorySlug?: string): Promise<PostPage> {
  const skip = (page - 1) * PAGE_SIZE;
  // One more than a page holds tells whether there is another, without counting them all.
  const rows = unwrap(await newestPosts(reader, { skip, take: PAGE_SIZE + 1, categorySlug }).select(SUMMARY));
  if (rows.length === 0 && page > 1) throw new DataError('not_found', `no page ${page}`);
  return { posts: rows.slice(0, PAGE_SIZE).map(toSummary), hasMore: rows.length > PAGE_SIZE };
}
