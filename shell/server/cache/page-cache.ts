import type { CacheTag } from '@ki/shared/data/cache-tags.ts';
import { LRUCache } from 'lru-cache';
import { sizeOf } from '../http/encode.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { type Limited, TooManyRenders, type Work } from '../render/limit.ts';
import { areEqual, type TagVersionSource, type TagVersions } from '../tags/tag-versions.ts';
import type { CacheKey, Outcome, ReleaseSet } from '../types.ts';
import { type Entry, precompress, revalidateInBackground } from './revalidate.ts';

export const MEGABYTE = 1024 * 1024;
/** Invented queries and missing pages have partitions of their own, so that they cannot evict pages. */
const SHARES = { pages: 12 / 16, queries: 3 / 16, missing: 1 / 16 } as const;
const ENTRY_BYTES = 1_200;

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

function isFresh(entry: Pick<Entry<CacheKey>, 'dependencies' | 'versions'>, versions: TagVersions): boolean {
  if (entry.versions === versions) return true;
  if (!areEqual(entry.dependencies, entry.versions, versions)) return false;
  entry.versions = versions;
  return true;
}

/** Other statuses may be temporary. */
const CACHEABLE: readonly number[] = [200, 301, 302, 303, 307, 308, 404];

export interface Rendered {
  readonly response: HttpResponse;
  /** `null` when some content has no version. */
  readonly dependencies: readonly CacheTag[] | null;
  readonly outcome?: Outcome;
}

export interface CacheOutcome {
  readonly response: HttpResponse;
  /** That of the page, which is not the assigned one where a fallback release serves. */
  readonly releaseSet: ReleaseSet;
  readonly isHit: boolean;
  readonly outcome: Outcome;
}

interface InFlight {
  readonly releaseSet: ReleaseSet;
  readonly versions: TagVersions | null;
  readonly began: number;
  readonly rendered: Promise<Rendered>;
}

interface Asked {
  readonly client: string;
  readonly isAnew?: boolean;
  readonly by?: Work;
}

const lineKey = ({ key }: CacheKey, client: string) => `${client} ${key}`;

interface Settings<Key extends CacheKey> {
  readonly render: (target: Key, versions: TagVersions | null) => Promise<Rendered>;
  readonly tagVersions: TagVersionSource;
  readonly limited: Limited;
  readonly maxBytes: number;
}

/** An LRU cache of responses, invalidated by tag versions. Concurrent requests for one key share a rendering. */
export function createPageCache<Key extends CacheKey>({ render, tagVersions, limited, maxBytes }: Settings<Key>) {
  const partitions = createPartitions<Key>(maxBytes);
  const started = new Map<string, InFlight>();
  const queued = new Map<string, InFlight>();
  const noteHit = precompress(partitions);

  function store(target: Key, { versions }: InFlight, { response, dependencies }: Rendered): void {
    if (!versions || !dependencies || !CACHEABLE.includes(response.status)) return;
    const isCompressed = response.body !== undefined;
    partitions.set({ target, response, dependencies, versions, hits: 0, isCompressed });
  }

  /** The rendering that a client may wait for: one that has begun, or that waits in the client's own line. */
  function inFlightFor(target: Key, client: string): InFlight | undefined {
    const found = [started.get(target.key), queued.get(lineKey(target, client))];
    return found.find((rendering) => rendering?.releaseSet === target.releaseSet);
  }

  function begin(target: Key, versions: TagVersions | null, asked: Asked): InFlight {
    const { releaseSet } = target;
    const { client, isAnew = false, by = limited } = asked;
    const line = lineKey(target, client);
    const { promise: rendered, resolve } = Promise.withResolvers<Rendered>();
    const rendering: InFlight = { releaseSet, versions, began: performance.now(), rendered };
    // Meanwhile the page may have been rendered for another client.
    function made(): Promise<Rendered> | Rendered | null {
      const other = started.get(target.key);
      if (other?.releaseSet === releaseSet && other.versions === versions) return other.rendered;
      const stored = find(target, versions);
      return stored && { ...stored, dependencies: partitions.get(target)?.dependencies ?? null };
    }
    const start = async (): Promise<Rendered> => {
      const known = isAnew ? null : made();
      if (known) return known;
      started.set(target.key, rendering);
      const result = await render(target, versions);
      store(target, rendering, result);
      return result;
    };
    queued.set(line, rendering);
    const settled = by(start, { client, isKnown: partitions.isKnown(target) });
    const forget = () => {
      if (started.get(target.key) === rendering) started.delete(target.key);
      if (queued.get(line) === rendering) queued.delete(line);
    };
    resolve(settled.finally(forget));
    return rendering;
  }

  /** A later request may join a rendering in flight unless that may show an earlier state. */
  const serves = ({ versions: before }: InFlight, { response, dependencies }: Rendered, versions: TagVersions | null) =>
    response.status >= 500 || Boolean(before && dependencies && versions && areEqual(dependencies, before, versions));

  async function renderShared(target: Key, atFirst: TagVersions | null, asked: Asked): Promise<CacheOutcome> {
    const { releaseSet } = target;
    const came = performance.now();
    let versions = atFirst;
    for (;;) {
      const known = inFlightFor(target, asked.client);
      const rendering = known ?? begin(target, versions, asked);
      const rendered = await rendering.rendered;
      if (rendering.began >= came || serves(rendering, rendered, atFirst))
        return { response: rendered.response, releaseSet, isHit: false, outcome: rendered.outcome ?? 'rendered' };
      versions = await tagVersions.current();
    }
  }

  /** The synchronous path. */
  function find(target: Key, versions: TagVersions | null): CacheOutcome | null {
    const { releaseSet } = target;
    const entry = versions && partitions.get(target);
    if (!versions || !entry || entry.target.releaseSet !== releaseSet || !isFresh(entry, versions)) return null;
    entry.hits += 1;
    if (!entry.isCompressed) noteHit(entry);
    return { response: entry.response, releaseSet, isHit: true, outcome: 'rendered' };
  }

  revalidateInBackground({
    tagVersions,
    entries: partitions.entries,
    isFresh,
    revalidate: async ({ target }, versions) => {
      if (started.has(target.key)) return;
      await begin(target, versions, { client: '', by: (work) => work() }).rendered;
    },
    whenIdle: limited.whenIdle,
  });

  return {
    hit: find,
    /** A hit, or on a miss and with `isAnew` a rendering. A client without budget gets what is stored all the same. */
    async get(target: Key, versions: TagVersions | null, { isAnew = false, client = '' }: Partial<Asked> = {}) {
      const known = isAnew ? null : find(target, versions);
      if (known) return known;
      return renderShared(target, versions, { isAnew, client }).catch((error: unknown) => {
        const stored = isAnew && error instanceof TooManyRenders ? find(target, versions) : null;
        if (stored) return stored;
        throw error;
      });
    },
  };
}
