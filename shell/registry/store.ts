import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '@ki/shared/process/hash.ts';
import { renameDurably, syncFolder } from './durable-file.ts';
import { ifThere } from './if-there.ts';
import { type Release, releaseSchema } from './schema.ts';

/** The parts of a build that are published, and that a release's folder holds. */
const PARTS = ['web', 'server'];
const RELEASE_FILE = 'release.json';

/** Published files, by remote and version: what any static host can serve. */
const storeOf = (dataDir: string) => path.join(dataDir, 'store');

export const releaseFolder = (dataDir: string, name: string, version: string) =>
  path.join(storeOf(dataDir), name, version);

/** The hash of each file of a build or a release, by its path, without the compressed forms beside them. */
export async function hashFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => PARTS.some((part) => file.startsWith(`${part}/`)))
    .sort();
  const hashes = await Promise.all(files.map(async (file) => integrityOf(await readFile(path.join(folder, file)))));
  return new Map(files.map((file, index) => [file, hashes[index] as string]));
}

/** The version that a content has: the package's own, and a hash over every file. */
export function contentVersion(version: string, hashes: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([...hashes]))
    .digest('hex');
  return `${version}-${hash.slice(0, 10)}`;
}

const folders = async (folder: string) =>
  ((await ifThere(readdir(folder, { withFileTypes: true }))) ?? [])
    .filter((entry) => entry.isDirectory() && !entry.name.endsWith('.tmp'))
    .map(({ name }) => name);

/** Names of the remotes that were ever published. */
export const storedRemotes = async (dataDir: string) => (await folders(storeOf(dataDir))).sort();

/** Versions of a remote, the latest first. */
export async function storedVersions(dataDir: string, name: string): Promise<string[]> {
  const versions = await folders(path.join(storeOf(dataDir), name));
  const times = await Promise.all(
    versions.map(async (version) => {
      const info = await ifThere(stat(path.join(releaseFolder(dataDir, name, version), RELEASE_FILE)));
      return info ? [{ version, time: info.mtimeMs }] : [];
    }),
  );
  const latestFirst = times.flat().sort((one, other) => other.time - one.time);
  return latestFirst.map(({ version }) => version);
}

export async function readRelease(dataDir: string, name: string, version: string): Promise<Release> {
  const file = path.join(releaseFolder(dataDir, name, version), RELEASE_FILE);
  const parsed = releaseSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${file} is not a release: ${issue?.path.join('.')}: ${issue?.message}`);
}

/** Puts a build into the store, all at once. A version that is there stays as it is. */
export async function store(dist: string, dataDir: string, release: Release): Promise<void> {
  const folder = releaseFolder(dataDir, release.name, release.version);
  const isThere = () => ifThere(stat(folder));
  if (await isThere()) return;
  const draft = `${folder}.${process.pid}.tmp`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  try {
    for (const part of PARTS) await cp(path.join(dist, part), path.join(draft, part), { recursive: true });
    await writeFile(path.join(draft, RELEASE_FILE), `${JSON.stringify(release, null, 2)}\n`);
    await syncFolder(draft);
    await renameDurably(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await isThere())) throw error;
  }
}
