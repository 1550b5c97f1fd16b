import type { Reader } from '@ki/shared/contract/reader.ts';
import type { RemoteModule, SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { unavailable, xmlAnswer } from '../server/contributions/answers.ts';

/** More than this the protocol does not allow in one file. */
export const MOST_ENTRIES = 50_000;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const element = (tag: string, address: string, lastModified?: string) =>
  `<${tag}><loc>${escapeXml(address)}</loc>${lastModified ? `<lastmod>${escapeXml(lastModified)}</lastmod>` : ''}</${tag}>\n`;

/** A file with addresses. */
export function urlSet(entries: readonly SitemapEntry[], origin: string): string {
  const urls = entries.map(({ path, lastModified }) => element('url', new URL(path, origin).href, lastModified));
  return `${HEAD}<urlset xmlns="${NAMESPACE}">\n${urls.join('')}</urlset>\n`;
}

/** A file that names files with addresses: /sitemap-1.xml and so on. */
export function sitemapIndex(parts: number, origin: string): string {
  const files = Array.from({ length: parts }, (_, index) => element('sitemap', `${origin}/sitemap-${index + 1}.xml`));
  return `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${files.join('')}</sitemapindex>\n`;
}

/** The whole sitemap when it fits one file, else its index; or one of its parts. */
export function sitemapFile(entries: readonly SitemapEntry[], origin: string, part?: string): string | null {
  const parts = Math.max(1, Math.ceil(entries.length / MOST_ENTRIES));
  if (part === undefined) return parts === 1 ? urlSet(entries, origin) : sitemapIndex(parts, origin);
  const number = Number(part);
  if (number < 1 || number > parts) return null;
  return urlSet(entries.slice((number - 1) * MOST_ENTRIES, number * MOST_ENTRIES), origin);
}

/** Asks every remote for its addresses. If one cannot say, there is no sitemap: half of one would drop pages from indexes. */
export async function sitemapAnswer(
  remotes: readonly RemoteModule[],
  reader: Reader,
  origin: string,
  part: string | undefined,
): Promise<Response | null> {
  try {
    const entries = await Promise.all(remotes.map(({ sitemap }) => sitemap?.(reader) ?? []));
    const file = sitemapFile(entries.flat(), origin, part);
    return file === null ? null : xmlAnswer(file);
  } catch (error) {
    console.error('sitemap:', error);
    return unavailable();
  }
}
