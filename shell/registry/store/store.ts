import { type Release, releaseSchema } from '../schema.ts';
import { hashesOf, RELEASE_FILE, SIGNATURE_FILE } from './content.ts';

/** What a store has of a version. */
export interface StoredVersion {
  readonly version: string;
  /** When the last of its files came. */
  readonly time: Date;
  /** It has all its files; otherwise storing it was interrupted, and it is no release. */
  readonly isWhole: boolean;
}

/** Published files, by remote and version: what any static host can serve. Nothing in it is ever overwritten. */
export interface Store {
  /** What it is called, for people. */
  readonly place: string;
  /** Names of the remotes that were ever published. */
  readonly remotes: () => Promise<string[]>;
  /** Of a remote, the latest first. */
  readonly list: (name: string) => Promise<StoredVersion[]>;
  /** Paths of a version's files, in order. */
  readonly files: (name: string, version: string) => Promise<string[]>;
  /** A file of a version, `null` where there is none. */
  readonly read: (name: string, version: string, file: string) => Promise<Buffer | null>;
  /** Puts a build into the store. A version that is there stays as it is, one that is there in part becomes whole. */
  readonly put: (dist: string, release: Release) => Promise<void>;
  /** Adds a file to a version that is there; one that has it keeps its own. */
  readonly add: (name: string, version: string, file: string, text: string) => Promise<void>;
  readonly remove: (name: string, version: string) => Promise<void>;
}

/** Whole versions of a remote, the latest first. */
export const storedVersions = async (store: Store, name: string): Promise<string[]> =>
  (await store.list(name)).filter(({ isWhole }) => isWhole).map(({ version }) => version);

/** Throws when there is no such file. */
export async function readStored(store: Store, { name, version }: Release, file: string): Promise<Buffer> {
  const content = await store.read(name, version, file);
  if (!content) throw new Error(`${name}@${version} has no ${file} in ${store.place}`);
  return content;
}

/** The hash of each file of a stored version, by its path. */
export const storedHashes = async (store: Store, release: Release) =>
  hashesOf(await store.files(release.name, release.version), (file) => readStored(store, release, file));

/** With its signature, where it has one. Throws when there is none, or it is none. */
export async function readRelease(store: Store, name: string, version: string): Promise<Release> {
  const where = `${RELEASE_FILE} of ${name}@${version} in ${store.place}`;
  const content = await store.read(name, version, RELEASE_FILE);
  if (!content) throw new Error(`there is no ${where}`);
  const signature = (await store.read(name, version, SIGNATURE_FILE))?.toString();
  const parsed = releaseSchema.safeParse({ ...JSON.parse(content.toString()), signature });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${where} is not a release: ${issue?.path.join('.')}: ${issue?.message}`);
}
