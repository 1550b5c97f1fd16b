import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deltasOf, EARLIER_BUILDS, roleOf } from '@ki/shared/http/compression-dictionaries.ts';
import { ifThere, renameDurably, syncFolder } from '@ki/shared/process/files.ts';
import { releaseText } from '../provenance/statements.ts';
import { eachOf, filesIn, PARTS, RELEASE_FILE } from './content.ts';
import type { Store, StoredVersion } from './store.ts';

/** The browser scripts of a release, by their roles. */
async function scriptsIn(release: string): Promise<ReadonlyMap<string, string>> {
  const files = (await ifThere(filesIn(path.join(release, 'web')))) ?? [];
  return new Map(
    files.flatMap((file) => {
      const role = roleOf(file);
      return role === undefined ? [] : [[role, file] as const];
    }),
  );
}

/**
 * Writes `deltas/SCRIPT.NAME.dcz` for each browser script `web/SCRIPT` of a release and each of the earlier releases that
 * has a script of its role, if that is smaller than the script's Brotli form. The folder is no part of the release: its
 * version and its hashes are the same without it.
 */
async function writeDeltas(release: string, earlier: readonly string[]): Promise<void> {
  const sources = await Promise.all(earlier.map(async (folder) => ({ folder, scripts: await scriptsIn(folder) })));
  await eachOf(await scriptsIn(release), async ([role, script]) => {
    const alike = sources.map(({ folder, scripts }) => ({ folder, name: scripts.get(role) }));
    const contents = alike.map(({ folder, name }) => name && ifThere(readFile(path.join(folder, 'web', name))));
    const dictionaries = (await Promise.all(contents)).filter((content) => Buffer.isBuffer(content));
    const file = path.join(release, 'web', script);
    const { size } = (await ifThere(stat(`${file}.br`))) ?? (await stat(file));
    const target = path.join(release, 'deltas', script);
    for (const [name, delta] of await deltasOf(await readFile(file), dictionaries, size)) {
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(`${target}.${name}.dcz`, delta);
    }
  });
}

const foldersIn = async (folder: string) =>
  ((await ifThere(readdir(folder, { withFileTypes: true }))) ?? [])
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** A rename makes each version appear as a whole or not at all. */
export function createFolderStore(root: string): Store {
  const folderOf = (name: string, version: string) => path.join(root, name, version);

  async function list(name: string): Promise<StoredVersion[]> {
    const versions = await foldersIn(path.join(root, name));
    const found = versions.map(async (version) => {
      const isWhole = !version.endsWith('.tmp');
      const folder = folderOf(name, version);
      const info = await ifThere(stat(isWhole ? path.join(folder, RELEASE_FILE) : folder));
      return info ? [{ version, isWhole, time: info.mtime }] : [];
    });
    return (await Promise.all(found)).flat().sort((one, other) => other.time.getTime() - one.time.getTime());
  }

  async function earlierOf(name: string): Promise<readonly string[]> {
    const whole = (await list(name)).filter(({ isWhole }) => isWhole);
    return whole.slice(0, EARLIER_BUILDS).map(({ version }) => folderOf(name, version));
  }

  return {
    place: root,
    remotes: async () => (await foldersIn(root)).sort(),
    list,
    files: async (name, version) => (await ifThere(filesIn(folderOf(name, version)))) ?? [],
    read: (name, version, file) => ifThere(readFile(path.join(folderOf(name, version), file))),
    async put(dist, release) {
      const folder = folderOf(release.name, release.version);
      const isThere = () => ifThere(stat(folder));
      if (await isThere()) return;
      const draft = `${folder}.${randomUUID()}.tmp`;
      await mkdir(draft, { recursive: true });
      try {
        for (const part of PARTS) await cp(path.join(dist, part), path.join(draft, part), { recursive: true });
        await writeDeltas(draft, await earlierOf(release.name));
        await writeFile(path.join(draft, RELEASE_FILE), releaseText(release));
        await syncFolder(draft);
        await renameDurably(draft, folder);
      } catch (error) {
        await rm(draft, { recursive: true, force: true });
        if (!(await isThere())) throw error;
      }
    },
    async remove(name, version) {
      const leaving = version.endsWith('.tmp') ? version : `${version}.removed.tmp`;
      if (leaving !== version) await renameDurably(folderOf(name, version), folderOf(name, leaving));
      await rm(folderOf(name, leaving), { recursive: true, force: true });
    },
  };
}
