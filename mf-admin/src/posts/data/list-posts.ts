import type { StaffClient } from '@ki/shared/data/clients.ts';
import { containing } from '@ki/shared/data/containing.ts';
import { columnOf, listRecords, type Page } from '../../records/data/records.ts';
import { type PostRow, publicationState } from '../model/post.ts';
import type { PostQuery } from '../model/post-query.ts';
import { post } from '../post-record.ts';

const SEARCHED = [columnOf(post, 'title'), columnOf(post, 'author')];
const FIELD = { title: 'title', author: 'author', published: 'publishedAt' } as const;

/** One page of all posts, drafts and scheduled ones included. Drafts come before everything that has a date. */
export async function listPosts(client: StaffClient, query: PostQuery): Promise<Page<PostRow>> {
  const { rows, total } = await listRecords(client, post, {
    names: ['title', 'author', 'publishedAt'],
    page: query.page,
    order: { by: FIELD[query.sort], descending: query.descending },
    condition: query.search && containing(SEARCHED, query.search),
  });
  const now = Date.now();
  return { rows: rows.map((row) => ({ ...row, state: publicationState(row.publishedAt, now) })), total };
}
