import { paths } from '@ki/shared/contract/paths.ts';
import { type Preview, previewOr } from '@ki/shared/contract/preview.ts';
import { type Reader, sentAsHtml } from '@ki/shared/contract/reads.ts';
import type { SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { site } from '@ki/shared/contract/site.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import { copiesBy } from '@ki/shared/data/picture-copies.ts';
import { beginningOf } from '@ki/shared/format/beginning-of.ts';
import { plainTextOf, prepareText } from '@ki/shared/ui/markdown/prepare-text.ts';
import { type Placeholder, placeholderAt, type SitePage } from '../model/page.ts';

const DESCRIPTION_LENGTH = 160;

/** In a chunk of its own for browsers, as few readers open the page. */
const readAboutAi = async () =>
  (await import(/* webpackChunkName: "about-ai" */ '../model/about-ai.ts')).aboutAi(site().name);

/** A draft or a scheduled page is as none, for staff, too. */
async function findPageRow(reader: Reader, slug: string) {
  const columns = 'slug, title, description, content, updated_at';
  const row = unwrap(await reader.from('pages').select(columns).eq('slug', slug)).at(0);
  return !row && paths.page({ slug }).toLowerCase() === paths.aboutAi ? readAboutAi() : row;
}

/** Throws `not_found`. */
export async function readPageRow(reader: Reader, slug: string) {
  const row = await findPageRow(reader, slug);
  if (!row) throw new DataError('not_found', 'no such page');
  return row;
}

/** The present slug of the page that had this one; null: it is deleted, undefined: there was none. */
export async function formerPage(reader: Reader, slug: string): Promise<string | null | undefined> {
  const address = `/${slug.normalize('NFC')}`;
  const rows = reader.from('redirects').select('target').eq('address', address).eq('relation', 'pages');
  const [found] = unwrap(await rows);
  return found?.target ? found.target.slice(1) : found?.target;
}

/** A draft or a scheduled page is as none, for staff, too. Throws `not_found` where there is no placeholder either. */
export async function readPage(reader: Reader, slug: string, preview?: Preview): Promise<SitePage | Placeholder> {
  const row = await previewOr(preview, () => findPageRow(reader, slug));
  const placeholder = placeholderAt(slug);
  if (!row && placeholder) return placeholder;
  if (!row) throw new DataError('not_found', 'no such page');
  return {
    slug: row.slug,
    title: row.title,
    description: beginningOf(row.description.trim() || (await plainTextOf(row.content)), DESCRIPTION_LENGTH),
    updatedAt: row.updated_at,
    article: sentAsHtml(await prepareText(row.content, copiesBy(reader), { sectionLinks: true })),
  };
}

/** The pages that are the platform's own, as long as no row has their address. */
export async function builtInPages(reader: Reader) {
  const slug = paths.aboutAi.slice(1);
  const rows = unwrap(await reader.from('pages').select('id').eq('slug', slug));
  return rows.length === 0 ? [await readAboutAi()] : [];
}

/** Like a file of the sitemap, a thousand at a time. */
export async function pageAddresses(reader: Reader, skip: number, take: number): Promise<SitemapEntry[]> {
  const pages = reader.from('pages').select('slug, updated_at').order('slug');
  const rows = unwrap(await pages.range(skip, skip + take - 1));
  return rows.map(({ slug, updated_at }) => ({ path: paths.page({ slug }), lastModified: updated_at }));
}
