import type { TagVersionSource, TagVersions } from '../tags/tag-versions.ts';

const MOST = 50;

interface Entry {
  hits: number;
}

interface Cached<One extends Entry> {
  readonly tagVersions: TagVersionSource;
  readonly entries: () => Iterable<One>;
  readonly isFresh: (entry: One, versions: TagVersions) => boolean;
  readonly revalidate: (entry: One, versions: TagVersions) => Promise<unknown>;
  readonly whenIdle: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Renders stale entries with hits again after a change: most hits first, one at a time, while no request renders. */
export function revalidateInBackground<One extends Entry>(cached: Cached<One>): void {
  const { tagVersions, entries, isFresh, revalidate, whenIdle } = cached;
  let left = 0;
  let isRunning = false;

  function mostHits(versions: TagVersions): One | undefined {
    let most: One | undefined;
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
    left = MOST;
    if (!isRunning) void run();
  });
}
