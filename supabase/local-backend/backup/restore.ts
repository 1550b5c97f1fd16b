import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataDir } from '../data-dir/lock.ts';
import { syncFolder, writeFileAtomically } from '../data-dir/write-file-atomically.ts';
import { createIn } from '../database/embedded.ts';
import { loadSnapshot } from '../snapshot/load.ts';
import { openBackup } from './read-backup.ts';

export class NotEmpty extends Error {
  override name = 'NotEmpty';
}

export class HalfRestored extends Error {
  override name = 'HalfRestored';
}

/** There while a restore is under way. */
const mark = (dataDir: string) => join(dataDir, 'restoring');

/** Makes an empty or missing data directory what another was: all of it, or the folder stays empty. */
export async function restore(file: string, dataDir: string): Promise<void> {
  const found = existsSync(dataDir) ? readdirSync(dataDir) : [];
  if (found.length > 0) throw new NotEmpty(`${dataDir} is not empty; expected an empty folder, or none`);
  const backup = await openBackup(file);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockDataDir(dataDir);
  writeFileAtomically(mark(dataDir), '');
  try {
    await createIn(dataDir, async (database) => {
      await loadSnapshot(database, backup.snapshot);
      await backup.writeFiles(dataDir);
    });
    rmSync(mark(dataDir));
    syncFolder(dataDir);
  } catch (error) {
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
    throw error;
  } finally {
    unlock();
  }
}

/** Refuses a data directory of which a killed restore left a part. */
export function requireWhole(dataDir: string): void {
  if (!existsSync(mark(dataDir))) return;
  throw new HalfRestored(`A restore into ${dataDir} was cut short. Empty the folder and restore again.`);
}
