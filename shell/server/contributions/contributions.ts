import { ownerOf } from '../../src/remotes/owner.ts';
import type { Lineup } from '../lineup.ts';
import type { RemoteModules } from '../remote-modules.ts';
import type { Renderers } from '../renderers/renderers.ts';
import { textAnswer, unavailable } from './answers.ts';
import { createDrawings } from './drawings.ts';
import { publicBundles } from './public-bundles.ts';
import { robotsText } from './robots.ts';

interface Services {
  readonly renderers: Pick<Renderers, 'leastBusy'>;
  readonly modules: Pick<RemoteModules, 'load'>;
}

const SITEMAP = /^\/sitemap(?:-\d{1,6})?\.xml$/;

/** Answers what remotes contribute besides pages: feeds, images, their part of the sitemap. `null`: not such an address. */
export function createContributions({ renderers, modules }: Services) {
  const inPng = createDrawings(async (svg) => renderers.leastBusy().draw(svg));

  async function drawn(pathname: string, response: Response): Promise<Response> {
    try {
      return await inPng(response);
    } catch (error) {
      console.error(`${pathname}:`, error);
      return unavailable();
    }
  }

  return async (url: URL, { live, platform }: Lineup): Promise<Response | null> => {
    const { pathname, origin } = url;
    if (pathname === '/robots.txt') return textAnswer(robotsText(origin));
    if (!SITEMAP.test(pathname) && ownerOf(platform.remotes, pathname) !== undefined) return null;
    const bundles = await publicBundles(modules, live);
    const answer = await renderers.leastBusy().contribution(url, bundles);
    return answer && pathname.endsWith('.png') ? drawn(pathname, answer) : answer;
  };
}
