import { LRUCache } from 'lru-cache';
import { LEAST_RENDERS } from '../../registry/failing-canaries.ts';
import type { PlatformRegistry } from '../../registry/platform-registry.ts';
import type { VersionCounts } from '../../registry/version-counts.ts';
import type { LiveRemote } from '../lineup/lineup.ts';

const TELL_EVERY_MS = 1_000;
/** Versions of which it is remembered how often they were rendered: of more canaries than ever run at once. */
const MOST_VERSIONS = 200;

type Happened = Partial<Pick<VersionCounts, 'renders' | 'failures' | 'reports'>>;

/**
 * Counts what happens to the versions of remotes that have a canary, in memory, and tells the registry each second. While
 * it cannot be told, it is told later.
 */
export function countVersions({ addCounts }: Pick<PlatformRegistry, 'addCounts'>) {
  const rendered = new LRUCache<string, number>({ max: MOST_VERSIONS });
  let untold = new Map<string, VersionCounts>();
  let isFailing = false;

  function add(key: string, counts: VersionCounts): void {
    const known = untold.get(key);
    untold.set(key, {
      ...counts,
      renders: counts.renders + (known?.renders ?? 0),
      failures: counts.failures + (known?.failures ?? 0),
      reports: counts.reports + (known?.reports ?? 0),
    });
  }

  const keyOf = ({ release, comparison }: LiveRemote) => `${release.name}@${release.version} ${comparison?.since}`;

  function count(remote: LiveRemote, happened: Happened): void {
    const { release, comparison } = remote;
    if (!comparison) return;
    const key = keyOf(remote);
    const { name, version } = release;
    add(key, { remote: name, version, since: comparison.since, renders: 0, failures: 0, reports: 0, ...happened });
    if (happened.renders) rendered.set(key, (rendered.get(key) ?? 0) + happened.renders);
  }

  async function tell(): Promise<void> {
    const telling = untold;
    untold = new Map();
    try {
      if (telling.size > 0) await addCounts([...telling.values()]);
      isFailing = false;
    } catch (error) {
      for (const [key, counts] of telling) add(key, counts);
      if (!isFailing) console.error('counts of canaries could not be told:', error);
      isFailing = true;
    }
    setTimeout(tell, TELL_EVERY_MS).unref();
  }
  setTimeout(tell, TELL_EVERY_MS).unref();

  return {
    /** A page of this version was answered, or failed because of its code. */
    page: (remote: LiveRemote, hasFailed: boolean): void => count(remote, { renders: 1, failures: hasFailed ? 1 : 0 }),
    /** A browser says that it failed there. */
    report: (remote: LiveRemote): void => count(remote, { reports: 1 }),
    /** Whether this shell has to render pages of this version before it may say what is to be said of it. */
    isUndecided: (remote: LiveRemote): boolean =>
      remote.comparison !== undefined && (rendered.get(keyOf(remote)) ?? 0) < LEAST_RENDERS,
  };
}

export type CountedVersions = ReturnType<typeof countVersions>;
