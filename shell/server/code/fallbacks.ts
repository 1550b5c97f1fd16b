import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { LRUCache } from 'lru-cache';
import type { SiteConfig } from '../../registry/site-config.ts';
import { isBrowserOnly } from '../../src/remotes/browser-only.ts';
import { ContractMismatch } from '../../src/remotes/problem.ts';
import { type Lineup, type LiveRemote, lineupOf } from '../lineup/lineup.ts';
import { keepTrying } from './keep-trying.ts';
import type { RemoteModules } from './remote-modules.ts';
import { verifiedFile } from './verified-file.ts';

/** How often a version that does not work is looked at again. */
const LOOK_AGAIN_MS = 2_000;
/** The files of one version are looked at once in this time, however many browsers report them. */
const CHECKED_FOR_MS = 5_000;

const keyOf = (name: string, { release }: LiveRemote) => `${name}@${release.version}`;

/**
 * Which versions do not work at present, and the lineups in which an earlier one stands in for them.
 * See docs/decisions/0013.
 */
export function createFallbacks(modules: Pick<RemoteModules, 'load'>, config: SiteConfig) {
  /** When each failing version that has a stand-in was last asked for, by `performance.now()`. */
  const failing = new Map<string, number>();
  const replacing = new Map<string, Promise<void>>();
  const checked = new LRUCache<string, Promise<void>>({ max: 100, ttl: CHECKED_FOR_MS });
  let lineups = new WeakMap<Lineup, Lineup>();

  /** Rejects when any of the code of a version cannot be had, or is not for this shell. */
  async function assertWorks(name: string, remote: LiveRemote): Promise<void> {
    const { contract, staffOnly, entry, chunks } = remote.release;
    if (contract !== CONTRACT) throw new ContractMismatch(keyOf(name, remote), contract, CONTRACT);
    const files = new Map([entry, ...Object.values(chunks).flat()].map((file) => [file.path, file]));
    await Promise.all([
      ...[...files.values()].map((file) => verifiedFile(remote, file)),
      ...(staffOnly ? [] : [modules.load(name, remote)]),
    ]);
  }

  function setFailing(key: string, isFailing: boolean): void {
    if (isFailing) failing.set(key, performance.now());
    else failing.delete(key);
    lineups = new WeakMap();
  }

  async function lookAgain(name: string, remote: LiveRemote): Promise<void> {
    const key = keyOf(name, remote);
    const askedAt = () => failing.get(key) ?? 0;
    await keepTrying(() => assertWorks(name, remote), { every: () => LOOK_AGAIN_MS, askedAt });
    setFailing(key, false);
  }

  /** Lets the earlier version stand in, if there is one that works. Never rejects. */
  function replace(name: string, remote: LiveRemote): Promise<void> {
    const key = keyOf(name, remote);
    const { fallback } = remote;
    if (!fallback || failing.has(key)) return Promise.resolve();
    const known = replacing.get(key);
    if (known) return known;
    const replaced = assertWorks(name, fallback)
      .then(
        () => {
          setFailing(key, true);
          void lookAgain(name, remote);
          console.error(`remote ${key} does not work, ${fallback.release.version} stands in for it`);
        },
        () => undefined,
      )
      .finally(() => replacing.delete(key));
    replacing.set(key, replaced);
    return replaced;
  }

  function standIn(name: string, remote: LiveRemote): LiveRemote {
    const key = keyOf(name, remote);
    if (!remote.fallback || !failing.has(key)) return remote;
    failing.set(key, performance.now());
    return remote.fallback;
  }

  /** The lineup as it can be served now. */
  function inForce(lineup: Lineup): Lineup {
    if (failing.size === 0) return lineup;
    const live = new Map([...lineup.live].map(([name, remote]) => [name, standIn(name, remote)]));
    if ([...live].every(([name, remote]) => lineup.live.get(name) === remote)) return lineup;
    const made = lineups.get(lineup) ?? lineupOf(live, lineup.canaries, config);
    lineups.set(lineup, made);
    return made;
  }

  return {
    inForce,
    /** The lineup in which the owner of a page can be loaded, where there is one. */
    async forPage(owner: string | undefined, lineup: Lineup): Promise<Lineup> {
      const current = inForce(lineup);
      const remote = owner === undefined ? undefined : current.live.get(owner);
      if (!owner || !remote || isBrowserOnly(current.platform.remotes[owner])) return current;
      try {
        await modules.load(owner, remote);
        return current;
      } catch {
        await replace(owner, remote);
        return inForce(lineup);
      }
    },
    /** Looks at the files of a version that a browser could not load: its word alone moves nobody. */
    check(name: string, remote: LiveRemote): Promise<void> {
      if (!remote.fallback) return Promise.resolve();
      const key = keyOf(name, remote);
      const check = checked.get(key) ?? assertWorks(name, remote).catch(() => replace(name, remote));
      checked.set(key, check);
      return check;
    },
    /** The versions that others stand in for: what is live, and what serves. */
    standIns(lineup: Lineup): Readonly<Record<string, { live: string; serves: string }>> {
      const pairs = [...inForce(lineup).live].flatMap(([name, { release }]) => {
        const live = lineup.live.get(name)?.release.version ?? '';
        return live === release.version ? [] : [[name, { live, serves: release.version }] as const];
      });
      return Object.fromEntries(pairs);
    },
  };
}

export type Fallbacks = ReturnType<typeof createFallbacks>;
