import { LRUCache } from 'lru-cache';
import type { Lineup } from './lineup.ts';
import type { Answer } from './pages.ts';

const MAX_BYTES = 128 * 1024 * 1024;
/** Two for the text, and less than one for its compressed form. */
const BYTES_A_CHARACTER = 3;
/** After this a page is rendered anew, beside the traffic, even without a change: so its advertisement changes too. */
const MAX_AGE_MS = 60_000;

interface Entry {
  readonly version: string;
  readonly lineup: Lineup;
  readonly answer: Promise<Answer>;
  /** By `performance.now()`. */
  readonly renewAt: number;
  /** In bytes, as far as it is known. */
  readonly size: number;
}

const inAWhile = () => performance.now() + MAX_AGE_MS;

type Render = (url: URL, lineup: Lineup) => Promise<Answer>;

/**
 * Keeps rendered pages for as long as content and registry stay as they were, and for each lineup on its own; renders
 * each at most once at a time.
 */
export function createPageCache(render: Render, contentVersion: () => Promise<string | null>) {
  const entries = new LRUCache<string, Entry>({ maxSize: MAX_BYTES, sizeCalculation: ({ size }) => size });

  /** Has an entry hold what was rendered for it, unless another took its place meanwhile. Only a success is kept. */
  const settle = (key: string, entry: Entry, rendered: Promise<Answer>) => {
    const isKept = () => entries.peek(key) === entry;
    const forget = () => isKept() && entries.delete(key);
    rendered.then(({ status, body }) => {
      const size = body.length * BYTES_A_CHARACTER;
      if (status !== 200) forget();
      else if (isKept()) entries.set(key, { ...entry, answer: rendered, renewAt: inAWhile(), size });
    }, forget);
  };

  return async (url: URL, lineup: Lineup): Promise<Answer> => {
    const version = await contentVersion();
    if (version === null) return render(url, lineup);
    const key = `${lineup.canaries} ${url.pathname}${url.search}`;
    const known = entries.get(key);
    const isCurrent = known?.version === version && known.lineup === lineup;
    if (isCurrent && performance.now() < known.renewAt) return known.answer;

    const rendered = render(url, lineup);
    // Whoever comes meanwhile gets the kept answer if there is one, else waits for this one.
    const { answer, size } = isCurrent ? known : { answer: rendered, size: 1 };
    const entry: Entry = { version, lineup, answer, renewAt: inAWhile(), size };
    entries.set(key, entry);
    settle(key, entry, rendered);
    return answer;
  };
}
