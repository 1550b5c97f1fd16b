import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { type PostRow, publicationState } from '../model/post.ts';
import type { PostQuery } from '../model/post-query.ts';
import { containing } from './containing.ts';

export interface PostPage {
  readonly posts: readonly PostRow[];
  /** Of all posts that were asked for, on every page. */
  readonly total: number;
}

const COLUMN = { title: 'title', author: 'author', published: 'published_at' } as const;

/** One page of all posts, drafts and scheduled ones included. Drafts come before everything that has a date. */
export async function listPosts(client: StaffClient, query: PostQuery): Promise<PostPage> {
  const first = (query.page - 1) * PAGE_SIZE;
  const posts = client.from('posts').select('id, title, author, published_at', { count: 'exact' });
  if (query.search) posts.or(containing(['title', 'author'], query.search));
  const answer = await posts
    .order(COLUMN[query.sort], { ascending: !query.descending, nullsFirst: query.descending })
    .order('id')
    .range(first, first + PAGE_SIZE - 1);
  // 416: a page beyond the end. There is nothing there, and nothing is wrong.
  if (answer.status === 416) return { posts: [], total: 0 };
  const now = Date.now();
  const rows = unwrap(answer).map(({ id, title, author, published_at }) => ({
    id,
    title,
    author,
    publishedAt: published_at,
    state: publicationState(published_at, now),
  }));
  return { posts: rows, total: answer.count ?? rows.length };
}
