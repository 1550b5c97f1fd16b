import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSystem } from '../database/bootstrap.ts';
import type { OpenDatabase } from '../database/database.ts';
import { createIn } from '../database/embedded.ts';
import { apply, type Migration } from '../database/migrate.ts';
import { type Readable, readableIn } from './readable.ts';

interface Migrations {
  readonly applied: readonly Migration[];
  readonly missing: readonly Migration[];
}

async function applyBoth(opened: OpenDatabase, { applied, missing }: Migrations) {
  const { database } = opened;
  await createSystem(opened);
  for (const migration of applied) await apply(database, migration);
  const before = await readableIn(database);
  for (const migration of missing) await apply(database, migration);
  return { before, after: await readableIn(database) };
}

/** Reads the schema before and after the missing migrations, in a database without rows on a server of its own. */
export async function tryMigrations(migrations: Migrations): Promise<{ before: Readable; after: Readable }> {
  const folder = mkdtempSync(join(tmpdir(), 'ki-migrations-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  try {
    let tried: Awaited<ReturnType<typeof applyBoth>> | undefined;
    await createIn(dataDir, async (opened) => {
      tried = await applyBoth(opened, migrations);
    });
    if (!tried) throw new Error('the migrations were not tried');
    return tried;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The new migrations cannot be tried on a database without rows: ${why}`, { cause });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
