import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { PostSummary } from '../model/post.ts';
import { SUMMARY, toSummary } from './post-rows.ts';

const FETCHED = 5;
const SHOWN = 4;

/** The newest posts but the one that is being read, at most four. */
export async function listRelatedPosts(reader: Reader, exceptSlug: string): Promise<readonly PostSummary[]> {
  const rows = unwrap(
    await reader.from('posts').select(SUMMARY).order('published_at', { ascending: false }).order('id').limit(FETCHED),
  );
  return rows
    .map(toSummary)
    .filter(({ slug }) => slug !== exceptSlug)
    .slice(0, SHOWN);
}
