/**
 * The moves of a deployment. Each is one write of the registry; what goes live, who gets it and what it takes the place
 * of is decided here and nowhere else.
 */
import { FIRST_REMOTES } from './first-remotes.mjs';
import { updateRegistry } from './registry-file.ts';
import type { HistoryEntry, Registry, RegistryRemote, Release } from './schema.ts';

export interface By {
  readonly author: string;
  readonly reason: string;
}

interface Promotion extends By {
  /** Hash of the sources, when a start of the platform promotes. */
  readonly startedFrom?: string;
  /** Public address of the remote's store, when the platform's machine does not serve it. */
  readonly origin?: string;
}

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

function changeRemote(dataDir: string, name: string, change: (remote: RegistryRemote) => RegistryRemote) {
  return updateRegistry(dataDir, (registry) => ({
    ...registry,
    remotes: { ...registry.remotes, [name]: change(liveEntry(registry, name)) },
  }));
}

/** Without its canary: everybody gets the live release. */
const withoutCanary = ({ canary: _, ...remote }: RegistryRemote): RegistryRemote => remote;

function earlier({ live, previous }: RegistryRemote, release: Release): Release[] {
  if (live.version === release.version) return previous;
  return [live, ...previous].filter(({ version }) => version !== release.version).slice(0, PREVIOUS_KEPT);
}

function promoted(registry: Registry, release: Release, { startedFrom, origin, ...by }: Promotion): Registry {
  const { [release.name]: wasRetired, ...retired } = registry.retired;
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
  return { ...withoutComing(registry, release.name), retired, remotes: { ...registry.remotes, [release.name]: entry } };
}

function withoutComing({ coming = {}, ...registry }: Registry, name: string): Registry {
  const { [name]: _, ...others } = coming;
  return Object.keys(others).length > 0 ? { ...registry, coming: others } : registry;
}

/** Has the platform's machine serve a remote that is not live: its first visitors must not meet an origin that is not up. */
export const prepare = (dataDir: string, name: string) =>
  updateRegistry(dataDir, (registry) =>
    name in registry.remotes
      ? registry
      : { ...registry, coming: { ...registry.coming, [name]: { slot: slotFor(name, registry) } } },
  );

/** Takes back {@link prepare}. */
export const unprepare = (dataDir: string, name: string) =>
  updateRegistry(dataDir, (registry) => withoutComing(registry, name));

/** Makes a stored release the live one for everybody; a retired remote comes back. */
export const promote = (dataDir: string, release: Release, promotion: Promotion) =>
  updateRegistry(dataDir, (registry) => promoted(registry, release, promotion));

/** What the registry would be after {@link promote}. */
export const afterPromoting = (registry: Registry, release: Release, origin?: string): Registry =>
  promoted(registry, release, { author: '', reason: '', ...(origin && { origin }) });

/** Makes a release live for some of the visitors, or, with 0, for none of them again. */
export function canary(dataDir: string, release: Release, percent: number, by: By) {
  const { name, version } = release;
  return changeRemote(dataDir, name, (remote) => {
    if (remote.live.version === version) throw new Error(`${name}@${version} is live for everybody already`);
    const running = remote.canary?.release.version;
    if (percent > 0) {
      return noted({ ...remote, canary: { release, percent } }, { action: 'canary', version, percent }, by);
    }
    if (running !== version) throw new Error(`${name}@${version} is no canary; the canary is ${running ?? 'none'}`);
    return noted(withoutCanary(remote), { action: 'canary', version, percent }, by);
  });
}

/** Makes the release live again that was live before, for everybody. Resolves with it. */
export async function rollback(dataDir: string, name: string, by: By): Promise<Release> {
  const { remotes } = await changeRemote(dataDir, name, (remote) => {
    const [live, ...previous] = remote.previous;
    if (!live) throw new Error(`${name} has no earlier version than ${remote.live.version} to go back to`);
    return noted({ ...withoutCanary(remote), live, previous }, { action: 'rollback', version: live.version }, by);
  });
  return liveEntry({ schema: 1, remotes, retired: {} }, name).live;
}

/** Takes a remote out of the platform. It stays out until it is promoted again. */
export function retire(dataDir: string, name: string, by: By) {
  return updateRegistry(dataDir, (registry) => {
    const { [name]: _, ...remotes } = registry.remotes;
    const remote = withoutCanary(liveEntry(registry, name));
    const entry = noted(remote, { action: 'retire', version: remote.live.version }, by);
    return { ...registry, remotes, retired: { ...registry.retired, [name]: entry } };
  });
}
