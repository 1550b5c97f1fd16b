import { isSameBuild } from '../provenance/statements.ts';
import { type Registry, type RegistryRemote, type Release, releaseSchema, releasesOf } from '../schema.ts';
import { hashesOf, hashesOfBuild, RELEASE_FILE } from './content.ts';

export interface StoredVersion {
  readonly version: string;
  readonly time: Date;
  readonly isWhole: boolean;
}

/** Published files, by remote and version, for any static host. Nothing is ever overwritten. */
export interface Store {
  readonly place: string;
  readonly remotes: () => Promise<string[]>;
  readonly list: (name: string) => Promise<StoredVersion[]>;
  readonly files: (name: string, version: string) => Promise<string[]>;
  readonly read: (name: string, version: string, file: string) => Promise<Buffer | null>;
  /** Stores a build. A whole version stays as it is, a partial one becomes whole. */
  readonly put: (dist: string, release: Release) => Promise<void>;
  readonly remove: (name: string, version: string) => Promise<void>;
}

export const storedVersions = async (store: Store, name: string): Promise<string[]> =>
  (await store.list(name)).filter(({ isWhole }) => isWhole).map(({ version }) => version);

export async function readStored(store: Store, { name, version }: Release, file: string): Promise<Buffer> {
  const content = await store.read(name, version, file);
  if (!content) throw new Error(`${name}@${version} has no ${file} in ${store.place}`);
  return content;
}

export const storedHashes = async (store: Store, release: Release) =>
  hashesOf(await store.files(release.name, release.version), (file) => readStored(store, release, file));

/** The release file of a stored version. The registry decides; this says only what the store holds. */
export async function readRelease(store: Store, name: string, version: string): Promise<Release> {
  const where = `${RELEASE_FILE} of ${name}@${version} in ${store.place}`;
  const content = await store.read(name, version, RELEASE_FILE);
  if (!content) throw new Error(`there is no ${where}`);
  const parsed = releaseSchema.safeParse(JSON.parse(content.toString()));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${where} is not a release: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { data } = parsed;
  if (data.name === name && data.version === version) return data;
  throw new Error(`${where} describes ${data.name}@${data.version}; expected ${name}@${version}`);
}

function differing(built: ReadonlyMap<string, string>, stored: ReadonlyMap<string, string>): string | undefined {
  return [...new Set([...built.keys(), ...stored.keys()])].find((file) => built.get(file) !== stored.get(file));
}

/** Stores a build. Refuses when the store holds another release file or other files for its version afterwards. */
export async function storeBuild(store: Store, dist: string, built: Release): Promise<void> {
  const { name, version } = built;
  await store.put(dist, built);
  const refusal = `${store.place} holds another ${name}@${version} than the one that was built`;
  if (!isSameBuild(await readRelease(store, name, version), built)) {
    throw new Error(`${refusal}: its ${RELEASE_FILE} differs; nothing was registered`);
  }
  const file = differing(await hashesOfBuild(dist), await storedHashes(store, built));
  if (file) throw new Error(`${refusal}: ${file} differs; nothing was registered`);
}

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
