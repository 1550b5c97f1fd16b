import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ofEarlierVersion } from '@ki/shared/process/earlier-version.ts';
import { sync, writeDurably } from '@ki/shared/process/files.ts';
import { lockDataDir } from '../data-dir/lock.ts';
import { isOfEarlierVersion } from '../database/baseline.ts';
import type { OpenDatabase } from '../database/database.ts';
import { createIn } from '../database/embedded.ts';
import { openBackup } from './archive.ts';
import { requireSame } from './digest.ts';
import { type LoadOptions, loadSnapshot } from './load-snapshot.ts';
import { type ValidToken, validTokens } from './valid-tokens.ts';

export interface Restored {
  tokens: readonly ValidToken[];
  hasHashes: boolean;
}

const mark = (dataDir: string) => join(dataDir, 'restoring');

/** Restores into an empty or missing data directory, which is left empty on an error. */
export async function restore(file: string, dataDir: string, options?: LoadOptions): Promise<Restored> {
  const found = existsSync(dataDir) ? readdirSync(dataDir) : [];
  if (found.length > 0) throw new Error(`${dataDir} is not empty; expected an empty folder, or none`);
  const backup = await openBackup(file);
  if (isOfEarlierVersion(backup.snapshot.contents.migrations)) throw new Error(ofEarlierVersion(file));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockDataDir(dataDir);
  await writeDurably(mark(dataDir), '');
  try {
    let restored: Restored | undefined;
    await createIn(dataDir, async (target) => {
      restored = await fill(target, dataDir, backup, options);
    });
    if (!restored) throw new Error('nothing was restored');
    rmSync(mark(dataDir));
    await sync(dataDir);
    return restored;
  } catch (error) {
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
    throw error;
  } finally {
    unlock();
  }
}

/** A backup of before may lack a table. */
const END_LINKS = `
  do $$
  begin
    if to_regclass('private.previews') is not null then
      delete from private.previews;
    end if;
    if to_regclass('private.invitations') is not null then
      delete from private.invitations where accepted_at is null;
    end if;
  end $$`;

type Backup = Awaited<ReturnType<typeof openBackup>>;

async function fill(
  target: OpenDatabase,
  dataDir: string,
  { snapshot, writeFiles }: Backup,
  options?: LoadOptions,
): Promise<Restored> {
  const tables = await loadSnapshot(target, snapshot, options);
  const saved = await writeFiles(dataDir);
  if (saved) for (const { table, taken } of tables) requireSame(table, taken, saved[table]);
  const { database } = target;
  // Nobody can say which of them were ended after the backup.
  await database.execute('delete from auth.refresh_tokens; delete from auth.sessions');
  await database.execute(END_LINKS);
  const tokens = await validTokens(database);
  return { tokens, hasHashes: Boolean(saved) };
}

/** Restores into a temporary folder, and compares every table with the rows in the backup. */
export async function verify(file: string): Promise<Restored> {
  const folder = mkdtempSync(join(tmpdir(), 'ki-verify-'));
  try {
    return await restore(file, join(folder, 'data'), { readBack: true });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

export function requireWhole(dataDir: string): void {
  if (!existsSync(mark(dataDir))) return;
  throw new Error(`A restore into ${dataDir} was cut short. Empty the folder and restore again.`);
}
