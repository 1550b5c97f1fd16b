import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EARLIER_BUILDS } from '@ki/shared/http/compression-dictionaries.ts';
import { ifThere, renameDurably, syncFolder } from '@ki/shared/process/files.ts';
import { releaseText } from '../provenance/release-text.ts';
import { filesIn, PARTS, RELEASE_FILE } from './content.ts';
import { writeDeltas } from './deltas.ts';
import type { Store, StoredVersion } from './store.ts';

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
