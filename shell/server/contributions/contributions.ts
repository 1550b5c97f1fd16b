import type { RemoteModules } from '../code/remote-modules.ts';
import type { Lineup } from '../lineup/lineup.ts';
import type { Renderer } from '../renderers/renderer.ts';
import { textAnswer, unavailable } from './answers.ts';
import { declaredPath, ROBOTS } from './contribution-address.ts';
import { createDrawings } from './drawings.ts';
import { publicBundles } from './public-bundles.ts';
import { robotsText } from './robots.ts';
import { SITEMAP } from './sitemap-address.ts';

interface Services {
  readonly renderers: { readonly leastBusy: () => Pick<Renderer, 'contribution' | 'draw'> };
  readonly modules: Pick<RemoteModules, 'load'>;
}

/** An answer; or that there is none, for certain or as far as those remotes go that could be asked. */
export type Contribution = Response | 'none' | 'unknown';

/** Answers what remotes contribute besides pages: feeds, images, their part of the sitemap. */
export function createContributions({ renderers, modules }: Services) {
  const inPng = createDrawings(async (svg) => renderers.leastBusy().draw(svg));

  async function drawn(pathname: string, response: Response): Promise<Response> {
    try {
      return await inPng(response);
    } catch (error) {
      console.error('%s:', pathname, error);
      return unavailable();
    }
  }

  return async (url: URL, { live }: Lineup): Promise<Contribution> => {
    const { pathname, origin } = url;
    if (pathname === ROBOTS) return textAnswer(robotsText(origin));
    const { bundles, isWhole } = await publicBundles(modules, live);
    // Half of a sitemap would drop pages from indexes.
    if (!isWhole && SITEMAP.test(pathname)) return unavailable();
    const { response: answer } = await renderers.leastBusy().contribution(url, bundles);
    if (answer) return pathname.endsWith('.png') ? drawn(pathname, answer) : answer;
    if (isWhole) return 'none';
    return declaredPath(pathname, live) === null ? 'unknown' : unavailable();
  };
}
