import { plainOf } from '../http/encode.ts';
import { type Reply, sizeOf } from '../http/reply.ts';
import type { Lineup } from '../lineup/lineup.ts';
import { createPageCache, MEGABYTE } from '../pages/keep/page-cache.ts';
import { contributionPath } from './contribution-address.ts';
import type { Contribution } from './contributions.ts';
import { readyAnswer } from './ready-answer.ts';
import { SITEMAP } from './sitemap-address.ts';

type Contribute = (url: URL, lineup: Lineup) => Promise<Contribution>;
type Limited = <T>(work: () => Promise<T>) => Promise<T>;

const nothing = (status: number): Reply => ({ status, body: '' });

/** No remote contributes anything at an address: for certain, which is kept, or as far as those go that could be asked. */
const NONE = { none: nothing(404), unknown: nothing(503) } as const;

/** Whether the sitemap names this part of it. The first one is there even when there is no other. */
const hasPart = async (whole: Reply, part: string) =>
  part === '1' || (await plainOf(whole)).includes(`/sitemap-${part}.xml</loc>`);

/** Keeps feeds, sitemaps and images as pages are kept, so that asking again costs nothing. No query makes another of them. */
export function keepContributions(
  contribute: Contribute,
  contentVersion: () => Promise<string | null>,
  limited: Limited,
): (url: URL, lineup: Lineup) => Promise<Reply | null> {
  const kept = createPageCache<Reply>({
    render: (url, lineup) =>
      limited(async () => {
        const answer = await contribute(url, lineup);
        return typeof answer === 'string' ? NONE[answer] : readyAnswer(answer);
      }),
    contentVersion,
    maxBytes: 32 * MEGABYTE,
    sizeOf,
  });

  async function answerAt(url: URL, pathname: string, lineup: Lineup): Promise<Reply | null> {
    const { answer } = await kept(new URL(pathname, url.origin), lineup);
    return answer === NONE.none || answer === NONE.unknown ? null : answer;
  }

  return async (url, lineup) => {
    const pathname = contributionPath(url.pathname, lineup.live);
    if (pathname === null) return null;
    const part = SITEMAP.exec(pathname)?.[1];
    if (part === undefined) return answerAt(url, pathname, lineup);
    // Each part costs as much as the whole, so one that does not exist is not asked for.
    const whole = await answerAt(url, '/sitemap.xml', lineup);
    if (whole?.status !== 200) return whole;
    return (await hasPart(whole, part)) ? answerAt(url, pathname, lineup) : null;
  };
}
