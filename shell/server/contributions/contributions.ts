import type { Resource } from '@ki/shared/contract/remote-module.ts';
import { matchRoutes } from 'react-router-dom';
import type { Lineup } from '../lineup.ts';
import type { RemoteModules } from '../remote-modules.ts';
import type { Renderer } from '../renderer.ts';
import { textAnswer, unavailable } from './answers.ts';
import { drawPng } from './draw-png.ts';
import { publicModules } from './public-modules.ts';
import { robotsText } from './robots.ts';
import { sitemapAnswer } from './sitemap.ts';

interface Services {
  readonly renderer: Pick<Renderer, 'ownerOf' | 'reader'>;
  readonly modules: Pick<RemoteModules, 'load'>;
}

const SITEMAP = /^\/sitemap(?:-(\d{1,6}))?\.xml$/;

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

/** Answers what remotes contribute besides pages: feeds, images, their part of the sitemap. `null`: not such an address. */
export function createContributions({ renderer, modules }: Services) {
  const draw = drawPng();

  async function respond({ resource, params }: Found, url: URL): Promise<Response> {
    try {
      const reader = await renderer.reader();
      const response = await resource.respond({ reader, request: new Request(url), params });
      return url.pathname.endsWith('.png') ? await draw(response) : response;
    } catch (error) {
      console.error(`${url.pathname}:`, error);
      return unavailable();
    }
  }

  return async (url: URL, lineup: Lineup): Promise<Response | null> => {
    if (url.pathname === '/robots.txt') return textAnswer(robotsText(url.origin));
    const sitemap = SITEMAP.exec(url.pathname);
    if (!sitemap && renderer.ownerOf(lineup.platform.remotes, url.pathname) !== undefined) return null;
    const remotes = await publicModules(modules, lineup);
    if (sitemap) return sitemapAnswer(remotes, await renderer.reader(), url.origin, sitemap[1]);
    const found = find(
      remotes.flatMap(({ resources = [] }) => resources),
      url.pathname,
    );
    return found && respond(found, url);
  };
}
