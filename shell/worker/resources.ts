import type { RemoteModule, Resource, SitemapEntry, TextSection } from '@ki/shared/contract/remote-module.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { matchRoutes } from 'react-router-dom';
import { unavailable } from '../server/render/resource-responses.ts';

/** How many parts a remote's sitemap has; 0 without one. */
export async function sitemapParts({ sitemap, sitemapPages }: RemoteModule): Promise<number> {
  if (!sitemap) return 0;
  return (await sitemapPages?.(await reader())) ?? 1;
}

export const sitemapEntries = async ({ sitemap }: RemoteModule, part: number): Promise<readonly SitemapEntry[]> =>
  sitemap?.(await reader(), part) ?? [];

export const textSections = async ({ texts }: RemoteModule): Promise<readonly TextSection[]> =>
  texts?.sections(await reader()) ?? [];

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

export async function resource({ resources = [] }: RemoteModule, address: string) {
  const url = new URL(address);
  const found = find(resources, url.pathname);
  if (!found) return null;
  const response = await respond(found, url);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { head: { status: response.status, headers: Object.fromEntries(response.headers) }, bytes };
}
