import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { Reader } from '@ki/shared/contract/reader.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import type { PostSummary } from '../model/post.ts';
import { SUMMARY, toSummary } from './post-rows.ts';

export interface PostPage {
  readonly posts: readonly PostSummary[];
  readonly hasMore: boolean;
}

/** One page of the public posts, newest first. `page` counts from 1; one beyond the last throws `not_found`. */
export async function listPosts(reader: Reader, page: number): Promise<PostPage> {
  const first = (page - 1) * PAGE_SIZE;
  const newest = reader.from('posts').select(SUMMARY).order('published_at', { ascending: false }).order('id');
  // One more than a page holds tells whether there is another, without counting them all.
  const rows = unwrap(await newest.range(first, first + PAGE_SIZE));
  if (rows.length === 0 && page > 1) throw new DataError('not_found', `no page ${page}`);
  return { posts: rows.slice(0, PAGE_SIZE).map(toSummary), hasMore: rows.length > PAGE_SIZE };
}
