import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { InBulk } from '../database/bulk.ts';
import { writeBackup } from './write-backup.ts';

const KEPT = 5;
const OWN = /^before-migrating-.*\.tar\.gz$/;

/** Backs up into the data directory's own folder, where the last five stay, and returns the file. */
export async function backUpBeforeMigrating(dataDir: string, inBulk: InBulk): Promise<string> {
  const folder = join(dataDir, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `before-migrating-${new Date().toISOString().replaceAll(':', '-')}.tar.gz`);
  await writeBackup(file, dataDir, inBulk);
  const own = readdirSync(folder)
    .filter((name) => OWN.test(name))
    .sort();
  for (const name of own.slice(0, -KEPT)) rmSync(join(folder, name));
  return file;
}
