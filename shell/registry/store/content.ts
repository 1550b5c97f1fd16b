import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '@ki/shared/process/hash.ts';

export const PARTS = ['web', 'server'];

/** The release file is written last: a folder without it is no release. */
export const RELEASE_FILE = 'release.json';

export const SIGNATURE_FILE = 'release.json.minisig';

export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

/** The version depends on neither compressed forms nor the release file. */
const counted = (files: readonly string[]) =>
  files.filter((file) => !/\.(br|gz)$/.test(file) && PARTS.some((part) => file.startsWith(`${part}/`))).sort();

export async function hashesOf(files: readonly string[], read: (file: string) => Promise<Buffer>) {
  const hashes = new Map<string, string>();
  for (const file of counted(files)) hashes.set(file, integrityOf(await read(file)));
  return hashes;
}

export const hashesOfBuild = async (dist: string) =>
  hashesOf(await filesIn(dist), (file) => readFile(path.join(dist, file)));

export function contentVersion(version: string, hashes: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([...hashes]))
    .digest('hex');
  return `${version}-${hash.slice(0, 10)}`;
}
