/**
 * The moves of a deployment, each from one registry document to the next: what goes live, who gets it and what it takes
 * the place of. A registry in the database makes the same moves in SQL; one table of cases tests both.
 */
import { FIRST_REMOTES } from './first-remotes.mjs';
import type { By, Canary, Promotion } from './platform-registry.ts';
import { DEFAULT_MARGIN, type HistoryEntry, type Registry, type RegistryRemote, type Release } from './schema.ts';

const PREVIOUS_KEPT = 5;
const HISTORY_KEPT = 500;

/** The first remotes have fixed slots; further ones get the next free one after them. */
function slotFor(name: string, { remotes, coming = {} }: Registry): number {
  const reserved = remotes[name] ?? coming[name];
  if (reserved) return reserved.slot;
  const fixed = FIRST_REMOTES.indexOf(name);
  if (fixed >= 0) return fixed + 1;
  const taken = Object.values({ ...remotes, ...coming }).map(({ slot }) => slot);
  return Math.max(FIRST_REMOTES.length, ...taken) + 1;
}

type Event = Pick<HistoryEntry, 'action' | 'version' | 'percent'>;

const noted = (remote: RegistryRemote, event: Event, { author, reason }: By): RegistryRemote => ({
  ...remote,
  history: [{ ...event, time: new Date().toISOString(), author, reason }, ...remote.history].slice(0, HISTORY_KEPT),
});

/** The live entry of a remote. Throws when there is none. */
function liveEntry({ remotes, retired }: Registry, name: string): RegistryRemote {
  const remote = remotes[name];
  if (remote) return remote;
  const what = name in retired ? 'is retired' : 'was never live';
  throw new Error(`${name} ${what}; expected one that is live: ${Object.keys(remotes).join(', ') || 'there is none'}`);
}

const changed = (registry: Registry, name: string, change: (remote: RegistryRemote) => RegistryRemote): Registry => ({
  ...registry,
  remotes: { ...registry.remotes, [name]: change(liveEntry(registry, name)) },
});

/** Without its canary: everybody gets the live release. */
const withoutCanary = ({ canary: _, ...remote }: RegistryRemote): RegistryRemote => remote;

function earlier({ live, previous }: RegistryRemote, release: Release): Release[] {
  if (live.version === release.version) return previous;
  return [live, ...previous].filter(({ version }) => version !== release.version).slice(0, PREVIOUS_KEPT);
}

/** A stored release is the live one for everybody; a retired remote comes back. */
export function promoted(registry: Registry, release: Release, { startedFrom, origin, ...by }: Promotion): Registry {
  const { [release.name]: wasRetired, ...stillRetired } = registry.retired;
  const known = registry.remotes[release.name];
  const before = known ?? wasRetired;
  const remote: RegistryRemote = {
    ...(before && withoutCanary(before)),
    slot: slotFor(release.name, registry),
    live: release,
    previous: before ? earlier(before, release) : [],
    history: before?.history ?? [],
    ...(startedFrom && { startedFrom }),
    ...(origin && { origin }),
  };
  const isNews = known?.live.version !== release.version || known.canary !== undefined;
  const entry = isNews ? noted(remote, { action: 'promote', version: release.version }, by) : remote;
  const remotes = { ...registry.remotes, [release.name]: entry };
  return { ...withoutComing(registry, release.name), retired: stillRetired, remotes };
}

function withoutComing({ coming = {}, ...registry }: Registry, name: string): Registry {
  const { [name]: _, ...others } = coming;
  return Object.keys(others).length > 0 ? { ...registry, coming: others } : registry;
}

/** The platform's machine is to serve a remote that is not live: its first visitors must not meet an origin that is not up. */
export const prepared = (registry: Registry, name: string): Registry =>
  name in registry.remotes
    ? registry
    : { ...registry, coming: { ...registry.coming, [name]: { slot: slotFor(name, registry) } } };

/** Takes back {@link prepared}. */
export const unprepared = withoutComing;

/** What the registry would be after promoting a release, for who looks ahead. */
export const afterPromoting = (registry: Registry, release: Release, origin?: string): Registry =>
  promoted(registry, release, { author: '', reason: '', ...(origin && { origin }) });

/** A release is live for some of the visitors, or, with 0, for none of them again. */
export function withCanary(registry: Registry, release: Release, percent: number, { margin, ...by }: Canary): Registry {
  const { name, version } = release;
  return changed(registry, name, (remote) => {
    if (remote.live.version === version) throw new Error(`${name}@${version} is live for everybody already`);
    const running = remote.canary?.release.version;
    if (percent > 0) {
      const { canary: before } = running === version ? remote : {};
      const canary = {
        release,
        percent,
        margin: margin ?? before?.margin ?? DEFAULT_MARGIN,
        since: before?.since ?? new Date().toISOString(),
      };
      return noted({ ...remote, canary }, { action: 'canary', version, percent }, by);
    }
    if (running !== version) throw new Error(`${name}@${version} is no canary; the canary is ${running ?? 'none'}`);
    return noted(withoutCanary(remote), { action: 'canary', version, percent }, by);
  });
}

/** The release that was live before is live again, for everybody. */
export const rolledBack = (registry: Registry, name: string, by: By): Registry =>
  changed(registry, name, (remote) => {
    const [live, ...previous] = remote.previous;
    if (!live) throw new Error(`${name} has no earlier version than ${remote.live.version} to go back to`);
    return noted({ ...withoutCanary(remote), live, previous }, { action: 'rollback', version: live.version }, by);
  });

/** A remote is out of the platform until it is promoted again. */
export function retired(registry: Registry, name: string, by: By): Registry {
  const { [name]: _, ...remotes } = registry.remotes;
  const remote = withoutCanary(liveEntry(registry, name));
  const entry = noted(remote, { action: 'retire', version: remote.live.version }, by);
  return { ...registry, remotes, retired: { ...registry.retired, [name]: entry } };
}
