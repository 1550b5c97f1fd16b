import type { Registry, RegistryRemote, Release, Statement } from '../schema.ts';
import { areWanted, keysWanted, type TrustedKeys } from './keys.ts';
import { numberOf, releaseHash, revocationOf, verifiedClaims } from './statements.ts';

/** The statements that a shell acted upon for one remote, which no registry can take back. */
export interface Remembered {
  /** The highest signed number that was served as live. */
  readonly number: number;
  /** The release with this number and the one that was live just before it. */
  readonly live: Release | null;
  readonly before: Release | null;
  /** Numbers of revocations by version. */
  readonly revoked: Readonly<Record<string, number>>;
}

export type Memory = Readonly<Record<string, Remembered>>;
type Served = Omit<Remembered, 'revoked'>;

interface Judged {
  readonly release: Release;
  readonly hash: string;
  readonly number: number;
  readonly revocation: number;
}

/** Without a memory, the highest signed number counts, and the one below it is the version before. */
function firstMemory(served: readonly Judged[], seed?: Release): Served {
  const [top, second] = served
    .filter(({ number, revocation }) => number > revocation)
    .sort((one, other) => other.number - one.number);
  if (!top) return { number: 0, live: seed ?? null, before: null };
  const other = seed && releaseHash(seed) !== top.hash ? seed : second?.release;
  return { number: top.number, live: top.release, before: other ?? null };
}

const isRevoked = ({ number, revocation }: Judged) => revocation > number;

const isSame = ({ hash }: Judged, release: Release | null) => release !== null && releaseHash(release) === hash;

const isAllowed = (judged: Judged, { number, live, before }: Served): boolean =>
  !isRevoked(judged) && (judged.number > number || isSame(judged, live) || isSame(judged, before));

function judgeFor(name: string, statements: readonly Statement[], keys: TrustedKeys, known?: Remembered) {
  const claims = verifiedClaims(name, statements, keys.byRemote.get(name) ?? []);
  return (release: Release): Judged => ({
    release,
    hash: releaseHash(release),
    number: numberOf(release, claims),
    revocation: Math.max(known?.revoked[release.version] ?? 0, revocationOf(release, claims)),
  });
}

/** A release that is served as live raises the number; the one that it replaces stays allowed. */
function remember(live: Judged, others: readonly Judged[], memory: Served): Served {
  const { number, release } = live;
  if (number <= memory.number) return memory;
  if (isSame(live, memory.live)) return { ...memory, number };
  return { number, live: release, before: others[0]?.release ?? memory.live };
}

function trustedRemote(name: string, remote: RegistryRemote, keys: TrustedKeys, known?: Remembered, seed?: Release) {
  const judge = judgeFor(name, remote.statements ?? [], keys, known);
  const written = [remote.live, ...remote.previous].map(judge);
  const canary = remote.canary && judge(remote.canary.release);
  const memory = known ?? firstMemory(written, seed);
  const remembered = [memory.live, memory.before].filter((release) => release !== null).map(judge);
  const allowed = written.filter((one) => isAllowed(one, memory));
  // A registry without any allowed release takes no remote away: what was served before goes on.
  const [live, ...previous] = allowed.length > 0 ? allowed : remembered.filter((one) => !isRevoked(one));
  const shown = [...written.slice(0, 1), ...(canary ? [canary] : [])];
  const revoked = [...written, ...shown, ...remembered]
    .filter(({ revocation }) => revocation > 0)
    .map(({ release, revocation }) => [release.version, revocation] as const);
  const { canary: told, ...others } = remote;
  return {
    refused: shown.filter((one) => !isAllowed(one, memory)).map(({ release }) => `${name}@${release.version}`),
    remembered: {
      ...(live ? remember(live, previous, memory) : memory),
      revoked: { ...known?.revoked, ...Object.fromEntries(revoked) },
    },
    remote: live && {
      ...others,
      live: live.release,
      previous: previous.map(({ release }) => release),
      ...(canary && told && isAllowed(canary, memory) && { canary: told }),
    },
  };
}

/**
 * The part of a registry that its remotes' keys allow. `seeds` are the releases that a shell served before keys were
 * trusted. `refused`: `name@version` of live releases and canaries that are left out.
 */
export function trustedPart(
  registry: Registry,
  keys: TrustedKeys,
  memory: Memory = {},
  seeds: Readonly<Record<string, Release>> = {},
) {
  if (!areWanted(keys)) return { registry, refused: [], memory };
  const all = Object.entries(registry.remotes).map(
    ([name, remote]) => [name, trustedRemote(name, remote, keys, memory[name], seeds[name])] as const,
  );
  const remotes = Object.fromEntries(all.flatMap(([name, { remote }]) => (remote ? [[name, remote] as const] : [])));
  if (Object.keys(remotes).length === 0 && all.length > 0)
    throw new Error('no release of the registry is signed by a trusted key');
  const remembered = Object.fromEntries(all.map(([name, found]) => [name, found.remembered]));
  return {
    registry: { ...registry, remotes },
    refused: all.flatMap(([, { refused }]) => refused),
    memory: { ...memory, ...remembered },
  };
}

/** Further back than one step, shells go only by a signature. The history says whether a step was made already. */
const isBack = ({ history }: RegistryRemote) =>
  history.find(({ action }) => action !== 'canary')?.action === 'rollback';

/** The reason why shells would not serve a published release, or `null`. Judges like a shell without a memory. */
export function reasonAgainst(
  { remotes, retired }: Registry,
  release: Release,
  statements: readonly Statement[],
  keys: TrustedKeys,
): string | null {
  if (!areWanted(keys)) return null;
  const { name, version } = release;
  const remote = remotes[name] ?? retired[name];
  const served = remote ? [remote.live, ...remote.previous] : [];
  const judge = judgeFor(name, [...(remote?.statements ?? []), ...statements], keys);
  const judged = judge(release);
  const memory = firstMemory(served.map(judge));
  if (isAllowed(judged, remote && isBack(remote) ? { ...memory, before: null } : memory)) return null;
  const signature = `pnpm remote sign ${name}@${version} --key FILE`;
  const named = (keys.byRemote.get(name) ?? []).map(({ text }) => text).join(', ') || 'none for this remote';
  const expected = `expected ${signature} with ${keysWanted(name)} of the keys in TRUSTED_KEYS: ${named}`;
  if (isRevoked(judged)) return `${name}@${version} is revoked; ${expected}`;
  if (judged.number === 0) return `${name}@${version} is not signed; ${expected}`;
  return `${name}@${version} is older than what was live before; ${expected}`;
}

/** The reason why shells would not serve the version that was live before, or `null`. */
export function reasonAgainstGoingBack(registry: Registry, name: string, keys: TrustedKeys): string | null {
  const remote = registry.remotes[name];
  const before = remote?.previous[0];
  if (!before || !areWanted(keys)) return null;
  const judge = judgeFor(name, remote.statements ?? [], keys);
  const live = judge(remote.live);
  const isLiveNewest = remote.previous.map(judge).every(({ number }) => number < live.number);
  if (isLiveNewest && !isBack(remote) && !isRevoked(judge(before))) return null;
  return reasonAgainst(registry, before, [], keys);
}
