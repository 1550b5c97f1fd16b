import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '@ki/shared/process/lock.ts';
import { createSystem } from '../database/bootstrap.ts';
import type { OpenDatabase } from '../database/database.ts';
import { clusterIn, createIn } from '../database/embedded.ts';
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

/** One for all checks of an account, so that each replaces the leftovers of a killed one. */
export const SCRATCH = join(tmpdir(), `ki-migrations-${process.getuid?.()}`);

/** Several checks may begin at once. */
const WAIT_MS = 120_000;

async function inScratch(migrations: Migrations) {
  const dataDir = join(SCRATCH, 'data');
  // `createIn` ends and replaces a draft, not a cluster.
  rmSync(clusterIn(dataDir), { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  try {
    let tried: Awaited<ReturnType<typeof applyBoth>> | undefined;
    await createIn(dataDir, async (opened) => {
      tried = await applyBoth(opened, migrations);
    });
    if (!tried) throw new Error('the migrations were not tried');
    return tried;
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** The schema before and after the missing migrations, by a database without rows on a server of its own. */
export async function tryMigrations(migrations: Migrations): Promise<{ before: Readable; after: Readable }> {
  try {
    mkdirSync(SCRATCH, { recursive: true, mode: 0o700 });
    return await withLock(join(SCRATCH, 'lock'), WAIT_MS, () => inScratch(migrations));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The new migrations cannot be tried on a database without rows: ${why}`, { cause });
  }
}
