import { paths } from '@ki/shared/contract/paths.ts';
import { type Preview, previewOr } from '@ki/shared/contract/preview.ts';
import type { Reader } from '@ki/shared/contract/reader.ts';
import type { SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { sentAsHtml } from '@ki/shared/contract/server-html.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import { copiesBy } from '@ki/shared/data/picture-copies.ts';
import { beginningOf, plainText } from '@ki/shared/format/plain-text.ts';
import { prepareText } from '@ki/shared/ui/markdown/prepare-text.ts';
import { type Placeholder, placeholderAt, type SitePage } from '../model/page.ts';

const DESCRIPTION_LENGTH = 160;

/** A draft or a scheduled page is as none, for staff, too. Throws `not_found`. */
export async function readPageRow(reader: Reader, slug: string) {
  const columns = 'slug, title, description, content, updated_at';
  return unwrap(await reader.from('pages').select(columns).eq('slug', slug).maybeSingle());
}

/** A draft or a scheduled page is as none, for staff, too. Throws `not_found` where there is no placeholder either. */
export async function readPage(reader: Reader, slug: string, preview?: Preview): Promise<SitePage | Placeholder> {
  const columns = 'slug, title, description, content, updated_at';
  const row = await previewOr(preview, async () =>
    unwrap(await reader.from('pages').select(columns).eq('slug', slug)).at(0),
  );
  const placeholder = placeholderAt(slug);
  if (!row && placeholder) return placeholder;
  if (!row) throw new DataError('not_found', 'no such page');
  return {
    slug: row.slug,
    title: row.title,
    description: beginningOf(row.description.trim() || plainText(row.content), DESCRIPTION_LENGTH),
    updatedAt: row.updated_at,
    article: sentAsHtml(await prepareText(row.content, copiesBy(reader), { sectionLinks: true })),
  };
}

/** Like a file of the sitemap, a thousand at a time. */
export async function pageAddresses(reader: Reader, skip: number, take: number): Promise<SitemapEntry[]> {
  const pages = reader.from('pages').select('slug, updated_at').order('slug');
  const rows = unwrap(await pages.range(skip, skip + take - 1));
  return rows.map(({ slug, updated_at }) => ({ path: paths.page({ slug }), lastModified: updated_at }));
}
