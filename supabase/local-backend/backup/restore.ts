import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sync, writeDurably } from '@ki/shared/process/files.ts';
import { lockDataDir } from '../data-dir/lock.ts';
import { createIn } from '../database/embedded.ts';
import { openBackup } from './archive.ts';
import { type ImportedRemote, importRegistryFile, isOfEarlierVersion, loadEarlierVersion } from './earlier-version.ts';
import { loadSnapshot, type TableCount } from './load-snapshot.ts';

export interface Converted {
  tables: readonly TableCount[];
  remotes: readonly ImportedRemote[];
}

const mark = (dataDir: string) => join(dataDir, 'restoring');

/** Restores into an empty or missing data directory, which is left empty on an error. */
export async function restore(file: string, dataDir: string): Promise<Converted> {
  const found = existsSync(dataDir) ? readdirSync(dataDir) : [];
  if (found.length > 0) throw new Error(`${dataDir} is not empty; expected an empty folder, or none`);
  const backup = await openBackup(file);
  const isConverted = isOfEarlierVersion(backup.snapshot.contents);
  let converted: Converted = { tables: [], remotes: [] };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockDataDir(dataDir);
  await writeDurably(mark(dataDir), '');
  try {
    await createIn(dataDir, async (target) => {
      const tables = isConverted ? await loadEarlierVersion(target, backup.snapshot) : [];
      if (!isConverted) await loadSnapshot(target, backup.snapshot);
      await backup.writeFiles(dataDir);
      const remotes = isConverted ? await importRegistryFile(dataDir, target.database) : [];
      converted = { tables, remotes };
    });
    rmSync(mark(dataDir));
    await sync(dataDir);
    return converted;
  } catch (error) {
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
    throw error;
  } finally {
    unlock();
  }
}

export function requireWhole(dataDir: string): void {
  if (!existsSync(mark(dataDir))) return;
  throw new Error(`A restore into ${dataDir} was cut short. Empty the folder and restore again.`);
}
