import { TURN_MS, turnAt } from '@ki/shared/contract/remote-module.ts';
import { CACHE_TAGS, type CacheTag } from '@ki/shared/data/cache-tags.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { z } from 'zod';
import type { MaybePromise } from '../http/http-response.ts';
import type { Notifications } from './notifications.ts';

/** Runs at once, and at most every `ms`: a call in between runs once that time has passed. */
function atMostEvery(ms: number, run: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const runNow = () => {
    timer = undefined;
    last = performance.now();
    run();
  };
  return () => {
    if (timer) return;
    const waitMs = last + ms - performance.now();
    if (waitMs <= 0) runNow();
    else timer = setTimeout(runNow, waitMs).unref();
  };
}

/** A result expires this long after its query was sent. The contract promises a second. */
const TTL_MS = 800;
const QUERY_TIMEOUT_MS = 2_000;
const LONGEST_VERSION = 200;
/** Notifications have the versions queried no more often. */
const FORCED_EVERY_MS = 250;

/** The registry's version is polled with the tags, but no page depends on it. */
export const VERSIONED = [...CACHE_TAGS, 'registry'] as const;
type Versioned = (typeof VERSIONED)[number];

/** One opaque text for each cache tag. Equal texts mean that nothing with that tag has changed. */
export type TagVersions = Readonly<Record<Versioned, string>>;

/** `null` when unknown, so that no cached response may be sent. A promise when a query is needed. */
type CurrentVersions = MaybePromise<TagVersions | null>;

export interface TagVersionSource {
  readonly current: () => CurrentVersions;
  readonly onChange: (listener: (isRegistryChange: boolean) => void) => void;
}

const version = z.string().max(LONGEST_VERSION);
const versions = Object.fromEntries(CACHE_TAGS.map((tag) => [tag, version])) as Record<CacheTag, z.ZodString>;
/** Tags that this shell does not know are dropped: no page of it depends on them. A database of before has no redirects. */
const versionsSchema = z.object({ ...versions, redirects: version.default(''), registry: version.default('') });

export const areEqual = (tags: readonly Versioned[], a: TagVersions, b: TagVersions): boolean =>
  tags.every((tag) => a[tag] === b[tag]);

interface Polling {
  readonly query: () => Promise<TagVersions | null>;
  readonly ttlMs: number;
  readonly onChange: (isRegistryChange: boolean) => void;
}

interface Query {
  readonly sent: number;
  readonly result: Promise<TagVersions | null>;
}

/** Polls on demand and shares queries. In the second half of the TTL a call starts the next query in the background. */
export function pollTagVersions({ query, ttlMs, onChange }: Polling) {
  let known: TagVersions | null = null;
  let knownSince = Number.NEGATIVE_INFINITY;
  let invalidatedAt = Number.NEGATIVE_INFINITY;
  let running: Query | null = null;

  function take(found: TagVersions): void {
    // Unchanged versions keep their object, since cached responses compare it by identity first.
    if (known && areEqual(VERSIONED, known, found)) return;
    const isRegistryChange = known?.registry !== found.registry;
    known = found;
    onChange(isRegistryChange);
  }

  function start(): Query {
    const sent = performance.now();
    const result = query()
      .catch(() => null)
      .then((found) => {
        running = null;
        if (!found) return null;
        take(found);
        if (sent >= invalidatedAt) knownSince = sent;
        return known;
      });
    running = { sent, result };
    return running;
  }

  async function wait(): Promise<TagVersions | null> {
    const oldest = Math.max(performance.now() - ttlMs, invalidatedAt);
    for (;;) {
      const isOwn = !running;
      const { sent, result } = running ?? start();
      const found = await result;
      if (isOwn || sent > oldest) return found;
    }
  }

  return {
    current(): CurrentVersions {
      const age = performance.now() - knownSince;
      if (!known || age >= ttlMs) return wait();
      if (age > ttlMs / 2 && !running) start();
      return known;
    },
    /** Whether these versions, of some tags, are those of the latest result. */
    knows: (told: Readonly<Record<string, string>>): boolean =>
      Object.entries(told).every(([tag, drawn]) => {
        const found = known?.[tag as Versioned];
        return found === drawn || found?.startsWith(`${drawn}/`);
      }),
    invalidate(): void {
      knownSince = Number.NEGATIVE_INFINITY;
      invalidatedAt = performance.now();
    },
  };
}

async function queryDatabase(): Promise<TagVersions | null> {
  const { data, error } = await (await reader())
    .rpc('content_versions')
    .abortSignal(AbortSignal.timeout(QUERY_TIMEOUT_MS));
  return error ? null : versionsSchema.parse(data);
}

/** The new version of each changed tag, as the database draws it. */
const toldSchema = z.record(z.string(), z.string());

/** Adds the rotation turn of ads, which changes without a write, to their version. */
function withTurns(): (found: TagVersions) => TagVersions {
  let last: { readonly found: TagVersions; readonly began: number; readonly versions: TagVersions } | undefined;
  return (found) => {
    const now = Date.now();
    if (last?.found !== found || now < last.began || now >= last.began + TURN_MS) {
      const versions = { ...found, ads: `${found.ads} ${turnAt(now)}` };
      last = { found, began: now - (now % TURN_MS), versions };
    }
    return last.versions;
  };
}

function atEachTurn(notify: () => void): void {
  const run = () => {
    notify();
    atEachTurn(notify);
  };
  setTimeout(run, TURN_MS - (Date.now() % TURN_MS)).unref();
}

/** Polling decides; a notification only makes the next query sooner. */
export function followTagVersions(follow: Notifications): TagVersionSource {
  const listeners: ((isRegistryChange: boolean) => void)[] = [];
  const notify = (isRegistryChange: boolean) => {
    for (const listener of listeners) listener(isRegistryChange);
  };
  const polled = pollTagVersions({ query: queryDatabase, ttlMs: TTL_MS, onChange: notify });
  const inTurn = withTurns();
  atEachTurn(() => notify(false));
  let isRegistryTold = false;
  const forget = atMostEvery(FORCED_EVERY_MS, () => {
    polled.invalidate();
    notify(isRegistryTold);
    isRegistryTold = false;
  });
  follow('changed', (payload) => {
    const told = toldSchema.safeParse(payload).data ?? {};
    const isUntold = Object.keys(told).length === 0;
    if (!isUntold && polled.knows(told)) return;
    isRegistryTold ||= isUntold || 'registry' in told;
    forget();
  });
  return {
    current() {
      const found = polled.current();
      if (found instanceof Promise) return found.then((known) => known && inTurn(known));
      return found && inTurn(found);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

interface Followed {
  readonly tag: CacheTag;
  /** The name of what is read, in the log. */
  readonly what: string;
  /** Reads what has the tag, and applies it. */
  readonly take: () => Promise<void>;
  /** Runs while nothing was ever taken. Never rejects. */
  readonly orElse?: () => Promise<void>;
}

/** Brings the state up to date. `false` when it cannot be read: the last known state stays in force. Never rejects. */
export type Update = (versions: TagVersions | null) => MaybePromise<boolean>;

/** Takes again what has a cache tag whenever the tag has another version than the one that was taken. */
export function followTag({ tag, what, take, orElse }: Followed): Update {
  let version: string | null = null;
  let problem: string | null = null;
  let reading: { readonly version: string; readonly done: Promise<boolean> } | null = null;

  async function failed(error: unknown): Promise<false> {
    const fault = error instanceof Error ? error.message : String(error);
    if (fault !== problem) console.error(`${what} cannot be read, the last known state stays in force: ${fault}`);
    problem = fault;
    if (version === null) await orElse?.();
    return false;
  }

  async function takeAt(asked: string): Promise<boolean> {
    try {
      await take();
      version = asked;
      problem = null;
      return true;
    } catch (error) {
      return failed(error);
    }
  }

  return (versions) => {
    if (!versions) return version === null ? failed(new Error('the database does not respond')) : false;
    if (versions[tag] === version) return true;
    if (reading?.version !== versions[tag]) {
      const done = takeAt(versions[tag]).finally(() => {
        if (reading?.done === done) reading = null;
      });
      reading = { version: versions[tag], done };
    }
    return reading.done;
  };
}
