import type { Reader } from '@ki/shared/contract/reader.ts';
import type { RemoteModule, SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { unavailable, xmlAnswer } from '../server/contributions/answers.ts';

/** More than this the protocol does not allow in one file. */
const MOST_ENTRIES = 50_000;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

type Contributor = Pick<RemoteModule, 'sitemap' | 'sitemapPages'>;
/** A remote's page is a file of the sitemap. */
type Page = () => Promise<readonly SitemapEntry[]>;

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const element = (tag: string, address: string, lastModified?: string) =>
  `<${tag}><loc>${escapeXml(address)}</loc>${lastModified ? `<lastmod>${escapeXml(lastModified)}</lastmod>` : ''}</${tag}>\n`;

/** A file with addresses. */
function urlSet(entries: readonly SitemapEntry[], origin: string): string {
  const urls = entries.map(({ path, lastModified }) => element('url', new URL(path, origin).href, lastModified));
  return `${HEAD}<urlset xmlns="${NAMESPACE}">\n${urls.join('')}</urlset>\n`;
}

/** A file that names files with addresses: /sitemap-1.xml and so on. */
function sitemapIndex(parts: number, origin: string): string {
  const files = Array.from({ length: parts }, (_, index) => element('sitemap', `${origin}/sitemap-${index + 1}.xml`));
  return `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${files.join('')}</sitemapindex>\n`;
}

async function pagesOf({ sitemap, sitemapPages }: Contributor, reader: Reader): Promise<Page[]> {
  if (!sitemap) return [];
  const count = (await sitemapPages?.(reader)) ?? 1;
  return Array.from({ length: count }, (_, index) => () => sitemap(reader, index + 1));
}

/** All addresses, where no remote has more than a page of them and one file may hold them. */
async function wholeSitemap(pages: readonly Page[], remotes: number): Promise<readonly SitemapEntry[] | null> {
  if (pages.length > remotes) return null;
  const entries = (await Promise.all(pages.map((read) => read()))).flat();
  return entries.length > MOST_ENTRIES ? null : entries;
}

/**
 * The whole sitemap when it is small, else the index of its parts; or one part, for which no other is read.
 * `null`: there is no such part.
 */
export async function sitemapFile(
  remotes: readonly Contributor[],
  reader: Reader,
  origin: string,
  part?: string,
): Promise<string | null> {
  const pages = (await Promise.all(remotes.map((remote) => pagesOf(remote, reader)))).flat();
  if (part !== undefined) {
    const entries = await pages[Number(part) - 1]?.();
    return entries ? urlSet(entries, origin) : null;
  }
  const entries = await wholeSitemap(pages, remotes.length);
  return entries ? urlSet(entries, origin) : sitemapIndex(pages.length, origin);
}

/** Asks every remote for its addresses. If one cannot say, there is no sitemap: half of one would drop pages from indexes. */
export async function sitemapAnswer(
  remotes: readonly RemoteModule[],
  reader: Reader,
  origin: string,
  part: string | undefined,
): Promise<Response | null> {
  try {
    const file = await sitemapFile(remotes, reader, origin, part);
    return file === null ? null : xmlAnswer(file);
  } catch (error) {
    console.error('sitemap:', error);
    return unavailable();
  }
}
