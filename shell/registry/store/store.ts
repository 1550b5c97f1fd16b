import { type Release, releaseSchema } from '../schema.ts';
import { hashesOf, RELEASE_FILE, SIGNATURE_FILE } from './content.ts';

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
  readonly add: (name: string, version: string, file: string, text: string) => Promise<void>;
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
