import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '@ki/shared/process/hash.ts';

/** The parts of a build that are published. */
export const PARTS = ['web', 'server'];

/** Written last: what has none is no release. */
export const RELEASE_FILE = 'release.json';

/** May come later. */
export const SIGNATURE_FILE = 'release.json.minisig';

/** By path below a folder with `/`, in order. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

/** The files that a version follows from: without their compressed forms, and without what is said of it. */
const counted = (files: readonly string[]) =>
  files.filter((file) => !/\.(br|gz)$/.test(file) && PARTS.some((part) => file.startsWith(`${part}/`))).sort();

/** The hash of each file, by its path. */
export async function hashesOf(files: readonly string[], read: (file: string) => Promise<Buffer>) {
  const hashes = new Map<string, string>();
  for (const file of counted(files)) hashes.set(file, integrityOf(await read(file)));
  return hashes;
}

/** {@link hashesOf} a build. */
export const hashesOfBuild = async (dist: string) =>
  hashesOf(await filesIn(dist), (file) => readFile(path.join(dist, file)));

/** The version that a content has: the package's own, and a hash over every file. */
export function contentVersion(version: string, hashes: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([...hashes]))
    .digest('hex');
  return `${version}-${hash.slice(0, 10)}`;
}
