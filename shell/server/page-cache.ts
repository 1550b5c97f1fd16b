import { LRUCache } from 'lru-cache';
import type { Lineup } from './lineup.ts';
import type { Answer } from './pages.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** After this a page is rendered anew, beside the traffic, even without a change: so its advertisement changes too. */
const MAX_AGE_MS = 60_000;

interface Entry {
  readonly version: string;
  readonly lineup: Lineup;
  readonly answer: Promise<Answer>;
  /** By `performance.now()`. The kept answer serves while the new one is rendered. */
  renewAt: number;
}

type Render = (url: URL, lineup: Lineup) => Promise<Answer>;

/**
 * Keeps rendered pages for as long as content and registry stay as they were, and for each lineup on its own; renders
 * each at most once at a time.
 */
export function createPageCache(render: Render, contentVersion: () => Promise<string | null>) {
  const entries = new LRUCache<string, Entry>({ maxSize: MAX_BYTES, sizeCalculation: () => 1 });

  const renew = (key: string, url: URL, lineup: Lineup, version: string, until?: Promise<Answer>) => {
    const answer = render(url, lineup);
    const isKept = () => entries.get(key)?.answer === (until ?? answer);
    const keep = (size: number) =>
      entries.set(key, { version, lineup, answer, renewAt: performance.now() + MAX_AGE_MS }, { size });
    if (!until) keep(1);
    answer.then(
      ({ status, body }) => {
        if (!isKept()) return;
        if (status === 200) keep(body.length);
        else entries.delete(key);
      },
      () => isKept() && entries.delete(key),
    );
    return answer;
  };

  return async (url: URL, lineup: Lineup): Promise<Answer> => {
    const version = await contentVersion();
    if (version === null) return render(url, lineup);
    const key = `${lineup.canaries} ${url.pathname}${url.search}`;
    const known = entries.get(key);
    const isCurrent = known?.version === version && known.lineup === lineup;
    if (!isCurrent) return renew(key, url, lineup, version);
    if (performance.now() >= known.renewAt) {
      known.renewAt = Number.POSITIVE_INFINITY;
      void renew(key, url, lineup, version, known.answer);
    }
    return known.answer;
  };
}
