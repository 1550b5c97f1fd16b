import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '@ki/shared/process/hash.ts';
import type { Release } from '../schema.ts';

export const PARTS = ['web', 'server'];

/** The release file is written last: a folder without it is no release. */
export const RELEASE_FILE = 'release.json';

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

/** Hexadecimal digits: 128 bits. Versions of older platforms have 10. */
const DIGITS = 32;
const OLDER_DIGITS = 10;

const nameOf = (version: string, hashes: ReadonlyMap<string, string>, digits: number) => {
  const hash = createHash('sha256')
    .update(JSON.stringify([...hashes]))
    .digest('hex');
  return `${version}-${hash.slice(0, digits)}`;
};

export const contentVersion = (version: string, hashes: ReadonlyMap<string, string>): string =>
  nameOf(version, hashes, DIGITS);

const filesOf = ({ entry, server, manifest, chunks }: Release) => [
  entry,
  server,
  manifest,
  ...Object.values(chunks).flat(),
];

/** Throws unless these are the files of a release, all of them and no others: its version is a hash over all. */
export function assertDescribes(release: Release, hashes: ReadonlyMap<string, string>, place: string): void {
  for (const { path: file, integrity } of filesOf(release)) {
    const found = hashes.get(file);
    if (found !== integrity)
      throw new Error(`${file} ${found ? 'does not have the stated hash' : 'is missing'} in ${place}`);
  }
  const [, version = '', hash = ''] = /^(.*)-([^-]*)$/.exec(release.version) ?? [];
  const content = nameOf(version, hashes, hash.length === OLDER_DIGITS ? OLDER_DIGITS : DIGITS);
  if (content !== release.version) {
    throw new Error(
      `the files in ${place} are not those that were published: they are ${content}, not ${release.version}`,
    );
  }
}
