import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { PostSummary } from '../model/post.ts';
import { SUMMARY, toSummary } from './post-rows.ts';

const SHOWN = 30;

export interface FullPost extends PostSummary {
  readonly updatedAt: string;
  readonly markdown: string;
}

/** The newest public posts with their text, of one category or of all. */
export async function listFullPosts(reader: Reader, categoryId?: string): Promise<readonly FullPost[]> {
  const posts = reader.from('posts').select(`${SUMMARY}, content, updated_at`);
  const asked = categoryId === undefined ? posts : posts.eq('category_id', categoryId);
  const rows = unwrap(await asked.order('published_at', { ascending: false }).order('id').limit(SHOWN));
  return rows.map((row) => ({ ...toSummary(row), updatedAt: row.updated_at, markdown: row.content }));
}
