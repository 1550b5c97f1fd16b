import type { Lineup } from '../lineup.ts';
import { createPageCache, MEGABYTE } from '../page-cache.ts';
import { type ReadyAnswer, readyAnswer } from './ready-answer.ts';

type Contribute = (url: URL, lineup: Lineup) => Promise<Response | null>;
type Limited = <T>(work: () => Promise<T>) => Promise<T>;

/** No remote contributes anything at an address. */
const NONE: ReadyAnswer = { status: 204, headers: {}, plain: Buffer.alloc(0), compressed: null };

/** Keeps feeds, sitemaps and images as pages are kept, so that asking again costs nothing. No query makes another of them. */
export function keepContributions(
  contribute: Contribute,
  contentVersion: () => Promise<string | null>,
  limited: Limited,
): (url: URL, lineup: Lineup) => Promise<ReadyAnswer | null> {
  const kept = createPageCache<ReadyAnswer>({
    render: (url, lineup) =>
      limited(async () => {
        const response = await contribute(url, lineup);
        return response ? readyAnswer(response) : NONE;
      }),
    contentVersion,
    maxBytes: 32 * MEGABYTE,
    sizeOf: ({ plain, compressed }) => plain.length + (compressed?.length ?? 0),
  });

  return async (url, lineup) => {
    const address = new URL(url);
    address.search = '';
    const { answer } = await kept(address, lineup);
    return answer === NONE ? null : answer;
  };
}
