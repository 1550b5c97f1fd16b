import type { Reader } from '@ki/shared/contract/reader.ts';
import type { RemoteModule, Resource, SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { matchRoutes } from 'react-router-dom';
import { LLMS, SITEMAP, unavailable, xmlResponse } from '../server/render/resource-responses.ts';
import { llmsResponse } from './llms.ts';

const MAX_ENTRIES = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

type Contributor = Pick<RemoteModule, 'sitemap' | 'sitemapPages'>;
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

async function partsOf({ sitemap, sitemapPages }: Contributor, from: Reader): Promise<Part[]> {
  if (!sitemap) return [];
  const count = (await sitemapPages?.(from)) ?? 1;
  return Array.from({ length: count }, (_, index) => () => sitemap(from, index + 1));
}

async function wholeSitemap(parts: readonly Part[], remotes: number): Promise<readonly SitemapEntry[] | null> {
  if (parts.length > remotes) return null;
  const entries = (await Promise.all(parts.map((read) => read()))).flat();
  return entries.length > MAX_ENTRIES ? null : entries;
}

/** The whole sitemap, an index of a large one, or one part, for which no other is read; `null` for no such part. */
export async function sitemapFile(
  remotes: readonly Contributor[],
  from: Reader,
  origin: string,
  part?: string,
): Promise<string | null> {
  const parts = (await Promise.all(remotes.map((remote) => partsOf(remote, from)))).flat();
  if (part !== undefined) {
    const entries = await parts[Number(part) - 1]?.();
    return entries ? urlSet(entries, origin) : null;
  }
  const entries = await wholeSitemap(parts, remotes.length);
  return entries ? urlSet(entries, origin) : sitemapIndex(parts.length, origin);
}

/** An incomplete sitemap would remove pages from search indexes: if one remote fails, there is none. */
async function sitemapResponse(remotes: readonly RemoteModule[], origin: string, part: string | undefined) {
  try {
    const file = await sitemapFile(remotes, await reader(), origin, part);
    return file === null ? null : xmlResponse(file);
  } catch (error) {
    console.error('sitemap:', error);
    return unavailable();
  }
}

type Found = NonNullable<ReturnType<typeof find>>;

function find(resources: readonly Resource[], pathname: string) {
  const [match] =
    matchRoutes(
      resources.map((one) => ({ path: one.path, handle: one })),
      pathname,
    ) ?? [];
  return match ? { resource: match.route.handle, params: match.params } : null;
}

async function respond({ resource: found, params }: Found, url: URL): Promise<Response> {
  try {
    return await found.respond({ reader: await reader(), request: new Request(url), params });
  } catch (error) {
    console.error('%s:', url.pathname, error);
    return unavailable();
  }
}

async function responseAt(remotes: readonly RemoteModule[], url: URL): Promise<Response | null> {
  const sitemap = SITEMAP.exec(url.pathname);
  if (sitemap) return sitemapResponse(remotes, url.origin, sitemap[1]);
  if (url.pathname === LLMS) return llmsResponse(remotes, url.origin);
  const found = find(
    remotes.flatMap(({ resources = [] }) => resources),
    url.pathname,
  );
  return found && respond(found, url);
}

export async function resource(remotes: readonly RemoteModule[], address: string) {
  const response = await responseAt(remotes, new URL(address));
  if (!response) return null;
  const bytes = Buffer.from(await response.arrayBuffer());
  return { head: { status: response.status, headers: Object.fromEntries(response.headers) }, bytes };
}
