import type { CacheTag } from '@ki/shared/data/cache-tags.ts';
import { compressedBest } from '../http/encode.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { Work } from '../render/limit.ts';
import type { TagVersionSource, TagVersions } from '../tags/tag-versions.ts';
import type { CacheKey } from '../types.ts';

export interface Entry<Key extends CacheKey> {
  readonly target: Key;
  readonly response: HttpResponse;
  readonly dependencies: readonly CacheTag[];
  versions: TagVersions;
  hits: number;
  isCompressed: boolean;
}

/** Hits after which a response is worth the best compression. */
const HITS = 3;

interface Stored<Key extends CacheKey> {
  readonly has: (entry: Entry<Key>) => boolean;
  readonly set: (entry: Entry<Key>) => void;
}

/** Recompresses entries with several hits at best quality, one at a time, on zlib's threads. */
export function precompress<Key extends CacheKey>({ has, set }: Stored<Key>) {
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
  readonly isFresh: (entry: Entry<Key>, versions: TagVersions) => boolean;
  readonly revalidate: (entry: Entry<Key>, versions: TagVersions) => Promise<unknown>;
  readonly whenIdle: Work;
}

/** Renders stale entries with hits again after a change: most hits first, one at a time, while no request renders. */
export function revalidateInBackground<Key extends CacheKey>(cached: Revalidating<Key>): void {
  const { tagVersions, entries, isFresh, revalidate, whenIdle } = cached;
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
