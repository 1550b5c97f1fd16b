import type { FollowedContent } from '../content/follow.ts';
import { plainOf } from '../http/encode.ts';
import type { Reply } from '../http/reply.ts';
import type { Lineup } from '../lineup/lineup.ts';
import { createPageCache } from '../pages/keep/page-cache.ts';
import { placeAt } from '../pages/keep/places.ts';
import { MEGABYTE } from '../pages/keep/rooms.ts';
import type { Limited } from '../pages/limit-renders.ts';
import { contributionPath } from './contribution-address.ts';
import type { MadeContribution } from './contributions.ts';
import { readyAnswer } from './ready-answer.ts';
import { SITEMAP } from './sitemap-address.ts';

type Contribute = (url: URL, lineup: Lineup) => Promise<MadeContribution>;

const nothing = (status: number): Reply => ({ status, body: '' });

/** No remote contributes anything at an address: for certain, which is kept, or as far as those go that could be asked. */
const NONE = { none: nothing(404), unknown: nothing(503) } as const;

/** Whether the sitemap names this part of it. The first one is there even when there is no other. */
const hasPart = async (whole: Reply, part: string) =>
  part === '1' || (await plainOf(whole)).includes(`/sitemap-${part}.xml</loc>`);

interface Source {
  readonly contribute: Contribute;
  readonly content: FollowedContent;
  readonly limited: Limited;
  /** The origin of this site. */
  readonly siteUrl: string;
}

/** Keeps feeds, sitemaps and images as pages are kept, so that asking again costs nothing. No query makes another of them. */
export function keepContributions({ contribute, content, limited, siteUrl }: Source) {
  const kept = createPageCache({
    async make({ pathname }, lineup) {
      const { answer, reads } = await contribute(new URL(pathname, siteUrl), lineup);
      return { answer: typeof answer === 'string' ? NONE[answer] : await readyAnswer(answer), reads };
    },
    content,
    limited,
    maxBytes: 32 * MEGABYTE,
  });

  async function answerAt(pathname: string, lineup: Lineup): Promise<Reply | null> {
    const { answer } = await kept.get(placeAt(lineup, pathname), lineup);
    return answer === NONE.none || answer === NONE.unknown ? null : answer;
  }

  return async (url: URL, lineup: Lineup): Promise<Reply | null> => {
    const pathname = contributionPath(url.pathname, lineup.live);
    if (pathname === null) return null;
    const part = SITEMAP.exec(pathname)?.[1];
    if (part === undefined) return answerAt(pathname, lineup);
    // Each part costs as much as the whole, so one that does not exist is not asked for.
    const whole = await answerAt('/sitemap.xml', lineup);
    if (whole?.status !== 200) return whole;
    return (await hasPart(whole, part)) ? answerAt(pathname, lineup) : null;
  };
}
