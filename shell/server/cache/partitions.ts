import type { CacheTag } from '@ki/shared/data/cache-tags.ts';
import { LRUCache } from 'lru-cache';
import { compressedBest, sizeOf } from '../http/encode.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { Work } from '../render/limit.ts';
import { areEqual, type TagVersionSource, type TagVersions } from '../tags/tag-versions.ts';
import type { CacheKey } from '../types.ts';

/** Invented queries and missing pages have partitions of their own, so that they cannot evict pages. */
const SHARES = { pages: 12 / 16, queries: 3 / 16, missing: 1 / 16 } as const;
const ENTRY_BYTES = 1_200;

export interface Entry<Key extends CacheKey> {
  readonly target: Key;
  readonly response: HttpResponse;
  readonly dependencies: readonly CacheTag[];
  versions: TagVersions;
  hits: number;
  isCompressed: boolean;
}

const bytesOf = ({ target, response }: Entry<CacheKey>) => ENTRY_BYTES + target.key.length + sizeOf(response);

export function createPartitions<Key extends CacheKey>(maxBytes: number) {
  const partition = (share: number) =>
    new LRUCache<string, Entry<Key>>({ maxSize: maxBytes * share, sizeCalculation: bytesOf });
  const [pages, queries, missing] = [partition(SHARES.pages), partition(SHARES.queries), partition(SHARES.missing)];
  const partitionFor = ({ search }: CacheKey) => (search === '' ? pages : queries);

  return {
    get: (target: Key): Entry<Key> | undefined => partitionFor(target).get(target.key) ?? missing.get(target.key),
    /** Unlike `get`, this does not count as a use. */
    has: (entry: Entry<Key>): boolean =>
      partitionFor(entry.target).peek(entry.target.key) === entry || missing.peek(entry.target.key) === entry,
    /** Whether the page exists: it was asked for and stored, however long ago. */
    isKnown: ({ key, search }: Key): boolean => (search === '' ? pages : queries).peek(key) !== undefined,
    set(entry: Entry<Key>): void {
      const { target, response } = entry;
      const found = partitionFor(target);
      const [own, other] = response.status === 200 ? [found, missing] : [missing, found];
      other.delete(target.key);
      own.set(target.key, entry);
    },
    *entries(): Generator<Entry<Key>> {
      for (const one of [pages, queries, missing]) yield* one.values();
    },
  };
}

export function isFresh(entry: Pick<Entry<CacheKey>, 'dependencies' | 'versions'>, versions: TagVersions): boolean {
  if (entry.versions === versions) return true;
  if (!areEqual(entry.dependencies, entry.versions, versions)) return false;
  entry.versions = versions;
  return true;
}

type Partitions<Key extends CacheKey> = ReturnType<typeof createPartitions<Key>>;

/** Hits after which a response is worth the best compression. */
const HITS = 3;

/** Recompresses entries with several hits at best quality, one at a time, on zlib's threads. */
export function precompress<Key extends CacheKey>({ has, set }: Pick<Partitions<Key>, 'has' | 'set'>) {
  const waiting = new Set<Entry<Key>>();
  let isRunning = false;

  async function compress(entry: Entry<Key>): Promise<void> {
    if (!has(entry)) return;
    const content = await compressedBest(entry.response);
    if (!has(entry)) return;
    const { status, headers } = entry.response;
    set({ ...entry, response: { status, ...(headers && { headers }), ...content } });
  }

  async function run(): Promise<void> {
    isRunning = true;
    for (const entry of waiting) {
      waiting.delete(entry);
      await compress(entry).catch((error: unknown) => console.error('%s:', entry.target.pathname, error));
    }
    isRunning = false;
  }

  return (entry: Entry<Key>): void => {
    if (entry.hits < HITS) return;
    entry.isCompressed = true;
    waiting.add(entry);
    if (!isRunning) void run();
  };
}

const MOST_REVALIDATED = 50;

interface Revalidating<Key extends CacheKey> {
  readonly tagVersions: TagVersionSource;
  readonly entries: () => Iterable<Entry<Key>>;
  readonly revalidate: (entry: Entry<Key>, versions: TagVersions) => Promise<unknown>;
  readonly whenIdle: Work;
}

/** Renders stale entries with hits again after a change: most hits first, one at a time, while no request renders. */
export function revalidateInBackground<Key extends CacheKey>(cached: Revalidating<Key>): void {
  const { tagVersions, entries, revalidate, whenIdle } = cached;
  let left = 0;
  let isRunning = false;

  function mostHits(versions: TagVersions): Entry<Key> | undefined {
    let most: Entry<Key> | undefined;
    for (const entry of entries()) {
      if (entry.hits > (most?.hits ?? 0) && !isFresh(entry, versions)) most = entry;
    }
    return most;
  }

  async function revalidateOne(): Promise<boolean> {
    const versions = await tagVersions.current();
    const entry = versions && mostHits(versions);
    if (!entry) return false;
    entry.hits = 0;
    await revalidate(entry, versions).catch(() => undefined);
    return true;
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (left > 0 && (await whenIdle(revalidateOne))) left -= 1;
    isRunning = false;
  }

  tagVersions.onChange(() => {
    left = MOST_REVALIDATED;
    if (!isRunning) void run();
  });
}
