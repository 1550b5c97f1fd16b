import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { InBulk } from '../database/bulk.ts';
import type { OnUnmade } from '../snapshot/made-tables.ts';
import { writeBackup } from './write-backup.ts';

const KEPT = 5;
const OWN = /^before-migrating-.*\.tar\.gz$/;

const folderIn = (dataDir: string) => join(dataDir, 'backups');

/** Backs up into the data directory's own folder, and returns the file. */
export async function backUpBeforeMigrating(dataDir: string, inBulk: InBulk, onUnmade: OnUnmade): Promise<string> {
  const folder = folderIn(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `before-migrating-${new Date().toISOString().replaceAll(':', '-')}.tar.gz`);
  await writeBackup(file, dataDir, inBulk, onUnmade);
  return file;
}

/** Of the backups before migrations that are finished, the last five stay. */
export function pruneBackups(dataDir: string): void {
  const folder = folderIn(dataDir);
  if (!existsSync(folder)) return;
  const own = readdirSync(folder)
    .filter((name) => OWN.test(name))
    .sort();
  for (const name of own.slice(0, -KEPT)) rmSync(join(folder, name));
}
