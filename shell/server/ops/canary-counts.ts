import { RateLimit } from '@ki/shared/http/rate-limit.ts';
import { LRUCache } from 'lru-cache';
import { LEAST_RENDERS, type PlatformRegistry, type VersionCounts } from '../../registry/registry.ts';
import { isBrowserOnly } from '../../src/remotes/owner.ts';
import type { CacheOutcome } from '../cache/page-cache.ts';
import type { MaybePromise } from '../http/http-response.ts';
import { Busy, TooManyRenders } from '../render/limit.ts';
import { moduleOf } from '../render/messages.ts';
import { WorkerEnded } from '../render/worker-process.ts';
import type { LiveRemote, Outcome, ReleaseSet } from '../types.ts';

export function outcomeOfError(error: unknown, { release, comparison }: LiveRemote): Outcome {
  if (error instanceof Busy || error instanceof TooManyRenders) return 'unknown';
  if (!(error instanceof WorkerEnded)) return 'failed';
  const isInFlight = (version: string) => error.inFlight.includes(moduleOf({ name: release.name, version }));
  const isCanary = comparison?.canary === release.version;
  // In doubt the canary is to blame: the live version has worked so far.
  const isOthers = !isCanary && comparison !== undefined && isInFlight(comparison.canary);
  return isInFlight(release.version) && !isOthers ? 'failed' : 'unknown';
}

const STORE_EVERY_MS = 1_000;
const MAX_PATTERNS = 1_000;
const MINUTE_MS = 60_000;
const MAX_CLIENTS = 50_000;

type Counted = Partial<Pick<VersionCounts, 'renders' | 'failures' | 'reports'>>;

export function countCanaries({ addCounts }: Pick<PlatformRegistry, 'addCounts'>) {
  const rendered = new LRUCache<string, number>({ max: MAX_PATTERNS });
  const clients = new RateLimit(1, MINUTE_MS, MAX_CLIENTS);
  let pending = new Map<string, VersionCounts>();
  let isFailing = false;
  let isDue = false;
  /** `null` while counts are being stored. */
  let timer: NodeJS.Timeout | null = null;

  function add(key: string, counts: VersionCounts): void {
    const known = pending.get(key);
    pending.set(key, {
      ...counts,
      renders: counts.renders + (known?.renders ?? 0),
      failures: counts.failures + (known?.failures ?? 0),
      reports: counts.reports + (known?.reports ?? 0),
    });
  }

  const keyOf = ({ release, comparison }: LiveRemote, pattern: string) =>
    `${release.name}@${release.version} ${comparison?.since} ${pattern}`;

  function count(remote: LiveRemote, pattern: string, counted: Counted): void {
    const { release, comparison } = remote;
    if (!comparison) return;
    const key = keyOf(remote, pattern);
    const { name, version } = release;
    const of = { remote: name, version, pattern, since: comparison.since };
    add(key, { ...of, renders: 0, failures: 0, reports: 0, ...counted });
    if (!counted.renders) return;
    const before = rendered.get(key) ?? 0;
    rendered.set(key, before + counted.renders);
    if (before < LEAST_RENDERS && before + counted.renders >= LEAST_RENDERS) storeAtOnce();
  }

  function storeIn(ms: number): void {
    timer = setTimeout(store, ms).unref();
  }

  /** From here on pages may come from the cache, which would hide the failures of those that were rendered. */
  function storeAtOnce(): void {
    isDue = true;
    if (!timer) return;
    clearTimeout(timer);
    storeIn(0);
  }

  async function store(): Promise<void> {
    const storing = pending;
    pending = new Map();
    timer = null;
    isDue = false;
    try {
      if (storing.size > 0) await addCounts([...storing.values()]);
      isFailing = false;
    } catch (error) {
      for (const [key, counts] of storing) add(key, counts);
      if (!isFailing) console.error('counts of canaries could not be stored:', error);
      isFailing = true;
    }
    storeIn(isDue ? 0 : STORE_EVERY_MS);
  }
  storeIn(STORE_EVERY_MS);

  return {
    /** One client, that is a /64 of IPv6, counts once a minute for each pattern, so that nobody decides alone. */
    mayCount: (remote: LiveRemote, pattern: string, client: string): boolean =>
      remote.comparison !== undefined && clients.take(client, { about: keyOf(remote, pattern) }) === 0,
    countPage: (remote: LiveRemote, pattern: string, hasFailed: boolean): void =>
      count(remote, pattern, { renders: 1, failures: hasFailed ? 1 : 0 }),
    countReport: (remote: LiveRemote): void => count(remote, '', { reports: 1 }),
    /** Too few pages of this pattern were rendered to judge it, so that none that counts may come from the cache. */
    isUndecided: (remote: LiveRemote, pattern: string): boolean =>
      remote.comparison !== undefined && (rendered.get(keyOf(remote, pattern)) ?? 0) < LEAST_RENDERS,
  };
}

export type CanaryCounts = ReturnType<typeof countCanaries>;

/** The owner and the pattern of a page in the release set that its visitor is assigned to. */
interface CountedPage {
  readonly owner: string | undefined;
  readonly pattern: string;
  readonly releaseSet: ReleaseSet;
}

function countedRemote({ owner, releaseSet: { live, platform } }: CountedPage): LiveRemote | undefined {
  const remote = owner === undefined ? undefined : live.get(owner);
  return remote?.comparison && !isBrowserOnly(platform.remotes[remote.release.name]) ? remote : undefined;
}

/** Returns a function that counts how a page did. One that a fallback release serves has failed. */
export function countPages(counts: Pick<CanaryCounts, 'countPage' | 'isUndecided' | 'mayCount'>) {
  return (
    counted: CountedPage,
    client: string,
    respond: (isAnew: boolean) => MaybePromise<CacheOutcome>,
  ): MaybePromise<CacheOutcome> => {
    const { pattern } = counted;
    const remote = countedRemote(counted);
    if (!remote || !counts.mayCount(remote, pattern, client)) return respond(false);
    const count = (outcome: CacheOutcome['outcome']) => {
      if (outcome !== 'unknown') counts.countPage(remote, pattern, outcome === 'failed');
    };
    const succeeded = (page: CacheOutcome) => {
      const isFallback = page.releaseSet.live.get(remote.release.name) !== remote;
      count(isFallback ? 'failed' : page.outcome);
      return page;
    };
    const failed = (error: unknown): never => {
      count(outcomeOfError(error, remote));
      throw error;
    };
    const page = respond(counts.isUndecided(remote, pattern));
    return page instanceof Promise ? page.then(succeeded, failed) : succeeded(page);
  };
}
