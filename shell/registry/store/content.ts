import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '@ki/shared/process/hash.ts';
import { releaseText } from '../provenance/statements.ts';
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

/** Hexadecimal digits: 128 bits. */
const DIGITS = 32;

const nameOf = (version: string, text: string, digits = DIGITS) =>
  `${version}-${createHash('sha256').update(text).digest('hex').slice(0, digits)}`;

const listOf = (hashes: ReadonlyMap<string, string>) => JSON.stringify([...hashes]);

/** A name for the files of a build, by their content. */
export const contentName = async (name: string, dist: string): Promise<string> =>
  nameOf(name, listOf(await hashesOfBuild(dist)));

type Stated = Omit<Release, 'version' | 'provenance'>;

/** The version of `package.json` and a hash over every file and all that the release states, such as its addresses. */
export const contentVersion = (version: string, stated: Stated, hashes: ReadonlyMap<string, string>): string =>
  nameOf(version, releaseText({ ...stated, version, provenance: undefined }) + listOf(hashes));

/** Versions of older platforms are a hash over the files alone, the oldest with 40 bits. */
const olderVersions = (version: string, hashes: ReadonlyMap<string, string>): readonly string[] =>
  [DIGITS, 10].map((digits) => nameOf(version, listOf(hashes), digits));

const filesOf = ({ entry, server, manifest, chunks }: Release) => [
  entry,
  server,
  manifest,
  ...Object.values(chunks).flat(),
];

/** Throws unless these are the files of a release, all of them and no others, and it states what it was published with. */
export function assertDescribes(release: Release, hashes: ReadonlyMap<string, string>, place: string): void {
  for (const { path: file, integrity } of filesOf(release)) {
    const found = hashes.get(file);
    if (found !== integrity)
      throw new Error(`${file} ${found ? 'does not have the stated hash' : 'is missing'} in ${place}`);
  }
  const [, version = ''] = /^(.*)-[^-]*$/.exec(release.version) ?? [];
  const content = contentVersion(version, release, hashes);
  if (![content, ...olderVersions(version, hashes)].includes(release.version)) {
    throw new Error(
      `the release in ${place} is not the one that was published: it is ${content}, not ${release.version}`,
    );
  }
}

export async function eachOf<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  atOnce = 8,
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        await work(item);
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
