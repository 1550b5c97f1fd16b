import type { Topic } from '@ki/shared/data/topics.ts';
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
type Contribution = Response | 'none' | 'unknown';

/** A contribution with the topics that it shows something of; `null`: something of which nobody tells when it changes. */
export interface MadeContribution {
  readonly answer: Contribution;
  readonly reads: readonly Topic[] | null;
}

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

  return async (url: URL, { live }: Lineup): Promise<MadeContribution> => {
    const { pathname, origin } = url;
    if (pathname === ROBOTS) return { answer: textAnswer(robotsText(origin)), reads: [] };
    const { bundles, isWhole } = await publicBundles(modules, live);
    // Half of a sitemap would drop pages from indexes.
    if (!isWhole && SITEMAP.test(pathname)) return { answer: unavailable(), reads: null };
    const { response, reads } = await renderers.leastBusy().contribution(url, bundles);
    if (response) return { answer: pathname.endsWith('.png') ? await drawn(pathname, response) : response, reads };
    if (isWhole) return { answer: 'none', reads };
    return { answer: declaredPath(pathname, live) === null ? 'unknown' : unavailable(), reads: null };
  };
}
