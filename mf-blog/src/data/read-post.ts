import type { Reader } from '@ki/shared/contract/reader.ts';
import { sentAsHtml } from '@ki/shared/contract/server-html.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { beginningOf, plainText } from '@ki/shared/format/plain-text.ts';
import { prepareText } from '@ki/shared/ui/markdown/prepare-text.ts';
import type { Post } from '../model/post.ts';
import { readingMinutes } from '../model/reading-time.ts';
import { SUMMARY, toSummary } from './post-rows.ts';

const DESCRIPTION_LENGTH = 160;

/** The public post with this slug. Throws `not_found`. */
export async function readPost(reader: Reader, slug: string): Promise<Post> {
  const columns = `${SUMMARY}, content, updated_at` as const;
  const row = unwrap(await reader.from('posts').select(columns).eq('slug', slug).maybeSingle());
  return {
    ...toSummary(row),
    updatedAt: row.updated_at,
    readingMinutes: readingMinutes(row.content),
    description: beginningOf(row.excerpt ?? plainText(row.content), DESCRIPTION_LENGTH),
    article: sentAsHtml(await prepareText(row.content, { sectionLinks: true, isSplit: true })),
  };
}
