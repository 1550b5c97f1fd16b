import type { SitemapEntry, TextSection } from '@ki/shared/contract/remote-module.ts';
import { site } from '@ki/shared/contract/site.ts';
import { linkList } from '@ki/shared/metadata/markdown-text.ts';

const MAX_ENTRIES = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** What one remote adds to the sitemap: parts of at most 50,000 entries, counted from 1. */
export interface Contributor {
  readonly parts: () => Promise<number>;
  readonly entries: (part: number) => Promise<readonly SitemapEntry[]>;
}

type Part = () => Promise<readonly SitemapEntry[]>;

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const element = (tag: string, address: string, lastModified?: string) =>
  `<${tag}><loc>${escapeXml(address)}</loc>${lastModified ? `<lastmod>${escapeXml(lastModified)}</lastmod>` : ''}</${tag}>\n`;

function urlSet(entries: readonly SitemapEntry[], origin: string): string {
  const urls = entries.map(({ path, lastModified }) => element('url', new URL(path, origin).href, lastModified));
  return `${HEAD}<urlset xmlns="${NAMESPACE}">\n${urls.join('')}</urlset>\n`;
}

function sitemapIndex(parts: number, origin: string): string {
  const files = Array.from({ length: parts }, (_, index) => element('sitemap', `${origin}/sitemap-${index + 1}.xml`));
  return `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${files.join('')}</sitemapindex>\n`;
}

async function partsOf({ parts, entries }: Contributor): Promise<Part[]> {
  return Array.from({ length: await parts() }, (_, index) => () => entries(index + 1));
}

/**
 * The whole sitemap, an index of a large one, or one part, for which no other is read; `null` for no such part. The
 * remotes may be of several generations: each answers for itself, and this joins their answers.
 */
export async function sitemapFile(
  remotes: readonly Contributor[],
  origin: string,
  part?: string,
): Promise<string | null> {
  const parts = (await Promise.all(remotes.map(partsOf))).flat();
  if (part !== undefined) {
    const entries = await parts[Number(part) - 1]?.();
    return entries ? urlSet(entries, origin) : null;
  }
  if (parts.length > remotes.length) return sitemapIndex(parts.length, origin);
  const entries = (await Promise.all(parts.map((read) => read()))).flat();
  return entries.length > MAX_ENTRIES ? sitemapIndex(parts.length, origin) : urlSet(entries, origin);
}

/** The format of https://llmstxt.org: name, summary, and links to the texts of pages. */
export function llmsFile(sections: readonly TextSection[], origin: string): string {
  const { name, details } = site();
  const description = details?.description ?? '';
  const parts = sections
    .filter(({ links }) => links.length > 0)
    .map(({ title, links }) => `## ${title}\n\n${linkList(links, origin)}`);
  const all = `## Optional\n\n- [Sitemap](${origin}/sitemap.xml): alle Seiten; jeder Text steht unter seiner Adresse mit .md`;
  const summary = description.trim() === '' ? [] : [`> ${description}`];
  return `${[`# ${name}`, ...summary, ...parts, all].join('\n\n')}\n`;
}
