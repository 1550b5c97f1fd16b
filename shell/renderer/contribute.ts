import type { RemoteModule, Resource } from '@ki/shared/contract/remote-module.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { matchRoutes } from 'react-router-dom';
import { unavailable } from '../server/contributions/answers.ts';
import { SITEMAP } from '../server/contributions/sitemap-address.ts';
import { sitemapAnswer } from './sitemap.ts';

interface Found {
  readonly resource: Resource;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** The resource with this address, by React Router's own ranking. */
function find(resources: readonly Resource[], pathname: string): Found | null {
  const [match] =
    matchRoutes(
      resources.map((resource) => ({ path: resource.path, handle: resource })),
      pathname,
    ) ?? [];
  return match ? { resource: match.route.handle, params: match.params } : null;
}

async function respond({ resource, params }: Found, url: URL): Promise<Response> {
  try {
    return await resource.respond({ reader: await reader(), request: new Request(url), params });
  } catch (error) {
    console.error('%s:', url.pathname, error);
    return unavailable();
  }
}

async function answer(remotes: readonly RemoteModule[], url: URL): Promise<Response | null> {
  const sitemap = SITEMAP.exec(url.pathname);
  if (sitemap) return sitemapAnswer(remotes, await reader(), url.origin, sitemap[1]);
  const found = find(
    remotes.flatMap(({ resources = [] }) => resources),
    url.pathname,
  );
  return found && respond(found, url);
}

/** What one of the remotes answers at an address besides pages, and its body; `null` when none does. */
export async function contribute(remotes: readonly RemoteModule[], address: string) {
  const response = await answer(remotes, new URL(address));
  if (!response) return null;
  const bytes = Buffer.from(await response.arrayBuffer());
  return { answer: { status: response.status, headers: Object.fromEntries(response.headers) }, bytes };
}
