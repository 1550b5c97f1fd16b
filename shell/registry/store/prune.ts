import { type Registry, type RegistryRemote, releasesOf } from '../schema.ts';
import type { Store, StoredVersion } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const KEPT_MS = 90 * DAY_MS;

function needed(remote: RegistryRemote, since: Date): ReadonlySet<string> {
  const recent = remote.history.filter(({ time }) => new Date(time) >= since);
  return new Set([...releasesOf(remote), ...recent].map(({ version }) => version));
}

/** A store without the live release belongs to another platform. */
function assertSamePlatform({ live }: RegistryRemote, stored: readonly StoredVersion[], place: string): void {
  if (stored.some(({ version, isWhole }) => isWhole && version === live.version)) return;
  throw new Error(`${live.name}@${live.version} is live, but not in ${place}; expected the store of this registry`);
}

/** Removes unneeded versions older than 90 days, partial ones included. Unknown remotes keep theirs. */
export async function prune(store: Store, { remotes, retired }: Registry, now: Date, isDryRun: boolean) {
  const since = new Date(now.getTime() - KEPT_MS);
  const removed: { remote: string; version: string }[] = [];
  for (const [name, remote] of Object.entries({ ...retired, ...remotes })) {
    const stored = await store.list(name);
    if (name in remotes) assertSamePlatform(remote, stored, store.place);
    const kept = needed(remote, since);
    for (const { version, time } of stored) {
      if (kept.has(version) || time >= since) continue;
      if (!isDryRun) await store.remove(name, version);
      removed.push({ remote: name, version });
    }
  }
  return removed;
}
