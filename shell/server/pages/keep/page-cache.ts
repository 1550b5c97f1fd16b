import { LRUCache } from 'lru-cache';
import type { Lineup } from '../../lineup/lineup.ts';

export const MEGABYTE = 1024 * 1024;
/** Addresses that anybody can make up, with queries or of what is not there, take no room from the pages themselves. */
const SHARES = { plain: 12 / 16, asked: 3 / 16, missing: 1 / 16 } as const;
/** What keeping an answer takes besides the answer, about. */
const ENTRY_BYTES = 500;
/** After this a page is rendered anew, beside the traffic, even without a change: so its advertisement changes too. */
const MAX_AGE_MS = 60_000;

interface Entry<Answer> {
  readonly version: string;
  readonly lineup: Lineup;
  readonly answer: Promise<Answer>;
  /** By `performance.now()`. */
  readonly renewAt: number;
  /** Bytes that it takes. */
  readonly size: number;
  /** The answer is there, if an old one. */
  readonly isSettled: boolean;
}

type Entries<Answer> = LRUCache<string, Entry<Answer>>;

/** Where the page of an address is kept: the room for those that are there, and the one in which it lies at present. */
interface Where<Answer> {
  readonly entries: Entries<Answer>;
  readonly place: Entries<Answer>;
  readonly key: string;
}

/** What was there already was kept; what somebody had to wait for is fresh. */
export interface Served<Answer> {
  readonly answer: Answer;
  readonly isKept: boolean;
}

const inAWhile = () => performance.now() + MAX_AGE_MS;

interface Source<Answer> {
  readonly render: (url: URL, lineup: Lineup) => Promise<Answer>;
  readonly contentVersion: () => Promise<string | null>;
  /** Room for all that is kept. */
  readonly maxBytes: number;
  /** Bytes that an answer takes. */
  readonly sizeOf: (answer: Answer) => number;
}

/**
 * Keeps what was rendered for as long as content and registry stay as they were, and for each lineup on its own; renders
 * each address at most once at a time. See docs/decisions/0009.
 */
export function createPageCache<Answer extends { readonly status: number }>(source: Source<Answer>) {
  const store = (share: number) =>
    new LRUCache<string, Entry<Answer>>({ maxSize: source.maxBytes * share, sizeCalculation: ({ size }) => size });
  const [plain, asked, missing] = [store(SHARES.plain), store(SHARES.asked), store(SHARES.missing)];

  /**
   * Has an entry hold what was rendered for it, unless another took its place meanwhile. Failures are not kept; what is
   * kept already stays when nothing new came of rendering it.
   */
  const settle = ({ entries, place, key }: Where<Answer>, entry: Entry<Answer>, rendered: Promise<Answer>) => {
    const isKept = () => place.peek(key) === entry;
    rendered.then(
      (answer) => {
        if (!isKept()) return;
        const size = ENTRY_BYTES + key.length + source.sizeOf(answer);
        const settled = { ...entry, answer: rendered, renewAt: inAWhile(), size, isSettled: true };
        entries.delete(key);
        missing.delete(key);
        if (answer.status === 200) entries.set(key, settled);
        if (answer.status === 404) missing.set(key, settled);
      },
      () => {
        if (isKept() && !entry.isSettled) place.delete(key);
      },
    );
  };

  /** `beforeFresh` is called, and may throw, when somebody would have to wait for the answer. */
  return async (url: URL, lineup: Lineup, beforeFresh = () => {}): Promise<Served<Answer>> => {
    const version = await source.contentVersion();
    if (version === null) {
      beforeFresh();
      return { answer: await source.render(url, lineup), isKept: false };
    }
    const key = `${lineup.canaries} ${url.pathname}${url.search}`;
    const entries = url.search === '' ? plain : asked;
    const known = entries.get(key) ?? missing.get(key);
    const current = known?.version === version && known.lineup === lineup ? known : null;
    const isKept = current?.isSettled ?? false;
    if (current && performance.now() < current.renewAt) return { answer: await current.answer, isKept };

    if (!isKept) beforeFresh();
    const rendered = source.render(url, lineup);
    // Whoever comes meanwhile gets the kept answer if there is one, else waits for this one.
    const { answer, size, isSettled } = current ?? { answer: rendered, size: 1, isSettled: false };
    const entry: Entry<Answer> = { version, lineup, answer, renewAt: inAWhile(), size, isSettled };
    const place = current && missing.peek(key) === current ? missing : entries;
    place.set(key, entry);
    settle({ entries, place, key }, entry, rendered);
    return { answer: await answer, isKept };
  };
}
