import { Script } from 'node:vm';
import { LRUCache } from 'lru-cache';
import type { SiteConfig } from '../../registry/registry.ts';
import type { ReleaseFile } from '../../registry/schema.ts';
import { ContractMismatch } from '../../src/remotes/remote-failure.ts';
import { type RemoteModules, retryWhileUsed, verifiedFile } from '../render/remote-modules.ts';
import type { LiveRemote, ReleaseSet } from '../types.ts';
import { releaseSetOf } from './release-set.ts';

const RECHECK_MS = 2_000;
const CHECKED_FOR_MS = 5_000;

function reportedFile({ release: { entry, chunks } }: LiveRemote, message: string): ReleaseFile {
  const files = [entry, ...Object.values(chunks).flat()];
  return files.find(({ path }) => message.includes(path)) ?? entry;
}

/** Rejects a file that is not what the registry states, and a script that no browser can parse. It does not run here. */
async function assertUsable(remote: LiveRemote, file: ReleaseFile): Promise<void> {
  const content = await verifiedFile(remote, file);
  if (file.path.endsWith('.js')) new Script(content.toString('utf8'));
}

/** A file that fails once may have been slow only. */
async function failsTwice(remote: LiveRemote, file: ReleaseFile): Promise<boolean> {
  const fails = () =>
    assertUsable(remote, file).then(
      () => false,
      () => true,
    );
  return (await fails()) && (await fails());
}

const keyOf = (name: string, { release }: LiveRemote) => `${name}@${release.version}`;

export type Fallbacks = ReturnType<typeof createFallbacks>;

export function createFallbacks(modules: Pick<RemoteModules, 'load' | 'hasRuntime'>, config: SiteConfig) {
  const failing = new Map<string, number>();
  const replacing = new Map<string, Promise<void>>();
  const checked = new LRUCache<string, Promise<void>>({ max: 100, ttl: CHECKED_FOR_MS });
  let releaseSets = new WeakMap<ReleaseSet, ReleaseSet>();

  async function assertWorks(name: string, remote: LiveRemote): Promise<void> {
    const { contract, staffOnly, entry, chunks } = remote.release;
    if (!modules.hasRuntime(remote)) throw new ContractMismatch(keyOf(name, remote), contract);
    const files = new Map([entry, ...Object.values(chunks).flat()].map((file) => [file.path, file]));
    await Promise.all([
      ...[...files.values()].map((file) => assertUsable(remote, file)),
      ...(staffOnly ? [] : [modules.load(name, remote)]),
    ]);
  }

  function setFailing(key: string, isFailing: boolean): void {
    if (isFailing) failing.set(key, performance.now());
    else failing.delete(key);
    releaseSets = new WeakMap();
  }

  async function recheck(name: string, remote: LiveRemote): Promise<void> {
    const key = keyOf(name, remote);
    const askedAt = () => failing.get(key) ?? 0;
    await retryWhileUsed(() => assertWorks(name, remote), { delayMs: () => RECHECK_MS, askedAt });
    setFailing(key, false);
  }

  /** Marks a version as failing if its fallback release works. Never rejects. */
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
          void recheck(name, remote);
          console.error(`remote ${key} does not work, the fallback release ${fallback.release.version} serves`);
        },
        () => undefined,
      )
      .finally(() => replacing.delete(key));
    replacing.set(key, replaced);
    return replaced;
  }

  function current(name: string, remote: LiveRemote): LiveRemote {
    const key = keyOf(name, remote);
    if (!remote.fallback || !failing.has(key)) return remote;
    failing.set(key, performance.now());
    return remote.fallback;
  }

  function inForce(releaseSet: ReleaseSet): ReleaseSet {
    if (failing.size === 0) return releaseSet;
    const live = new Map([...releaseSet.live].map(([name, remote]) => [name, current(name, remote)]));
    if ([...live].every(([name, remote]) => releaseSet.live.get(name) === remote)) return releaseSet;
    const made = releaseSets.get(releaseSet) ?? releaseSetOf(live, releaseSet.canaries, config);
    releaseSets.set(releaseSet, made);
    return made;
  }

  return {
    failing: failing as ReadonlyMap<string, unknown>,
    inForce,
    replace,
    /** Replaces those of these remotes for whose generation there is no runtime, as their pages would. */
    async withRuntimes(names: readonly string[], releaseSet: ReleaseSet): Promise<ReleaseSet> {
      const { live } = inForce(releaseSet);
      const without = names.flatMap((name) => {
        const remote = live.get(name);
        return remote && !modules.hasRuntime(remote) ? [{ name, remote }] : [];
      });
      await Promise.all(without.map(({ name, remote }) => replace(name, remote)));
      return inForce(releaseSet);
    },
    /** Checks the file that a browser reported, or the entry: the report alone replaces nothing. */
    check(name: string, remote: LiveRemote, message: string): Promise<void> {
      if (!remote.fallback) return Promise.resolve();
      if (!modules.hasRuntime(remote)) return replace(name, remote);
      const file = reportedFile(remote, message);
      const key = `${keyOf(name, remote)} ${file.path}`;
      const check =
        checked.get(key) ?? failsTwice(remote, file).then((fails) => (fails ? replace(name, remote) : undefined));
      checked.set(key, check);
      return check;
    },
    fallbackReleases(releaseSet: ReleaseSet): Readonly<Record<string, { live: string; serves: string }>> {
      const pairs = [...inForce(releaseSet).live].flatMap(([name, { release }]) => {
        const live = releaseSet.live.get(name)?.release.version ?? '';
        return live === release.version ? [] : [[name, { live, serves: release.version }] as const];
      });
      return Object.fromEntries(pairs);
    },
  };
}
