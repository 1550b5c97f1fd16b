import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDurably } from '@ki/shared/process/files.ts';
import { shortHash } from '@ki/shared/process/hash.ts';
import type { CacheDriver } from '@supabase/lite';
import { endDemo } from '../../seed/demo.ts';
import { writeBackup } from '../backup/archive.ts';
import { backupsIn, noteUnmade } from '../backup/automatic.ts';
import { checkMigrations, REMEDY, registryIn } from '../check-migrations/check.ts';
import type { Lite } from '../lite/lite.ts';
import type { Log } from '../log.ts';
import { bootstrap, bootstrapScript } from './bootstrap.ts';
import { type Database, hasTable, type InBulk, type OpenDatabase } from './database.ts';
import { appliedVersions, checkHistory, type Migration, migrate, migrationsIn, recordBaseline } from './migrate.ts';
import { withRightsExplained } from './rights.ts';

export interface PrepareOptions {
  /** The content of a new database; `false`: none. */
  seed: 'demo' | 'content' | false | Seed;
  /** Deletes the demo's account: only the embedded database may have it. */
  endsDemo: boolean;
  migrationsDir: string;
  /** Safe only where nothing but the migrations changes the schema. */
  cacheSchema: boolean;
  dataDir?: string | undefined;
  /** Refuses migrations that break a release of the registry. */
  expandsOnly: boolean;
  log: Log;
}

export async function prepare(opened: OpenDatabase, lite: Lite, options: PrepareOptions): Promise<void> {
  const { database, inBulk } = opened;
  const { seed, endsDemo, migrationsDir, cacheSchema, dataDir, expandsOnly, log } = options;
  const migrations = migrationsIn(migrationsDir);
  const applied = await checkHistory(database, migrations);
  const isUnfinished = await isMigrationUnfinished(database);
  const isUpgrade = applied > 0 && applied < migrations.length;
  if (isUpgrade && expandsOnly) await expectExpansion(database, migrations, options);
  // A backup from before the first attempt is worth more than those of later attempts.
  if (isUpgrade && !isUnfinished && dataDir) await backUp(dataDir, inBulk, log);
  await withRightsExplained(database, async () => {
    await lite.createSystemSchemas();
    await bootstrap(opened);
  });
  const kept = await planSeed(database, seed !== false);
  if (kept) log('notice', { message: kept });
  if (isUpgrade && !isUnfinished) await database.query(BEGIN_MIGRATION, [MIGRATIONS]);
  if (await recordBaseline(database, migrations)) log('notice', { message: BASELINE_NOTICE });
  for (const file of await migrate(database, migrationsDir)) log('migrated', { file });
  if (isUpgrade || isUnfinished) {
    await database.query('delete from supabase_migrations.seed_files where path = $1', [MIGRATIONS]);
    if (dataDir) pruneBackups(dataDir);
  }
  if (seed && (await runPlannedSeed(database, await seedOf(seed)))) log('seeded');
  if (endsDemo && (await endDemo(database))) log('notice', { message: DEMO_ENDED });
  await lite.readSchema(cacheSchema ? await schemaCache(database) : undefined);
}

/** A release that this machine cannot render is no release that it serves. */
async function expectExpansion(
  database: Database,
  migrations: readonly Migration[],
  { dataDir = '', log }: PrepareOptions,
): Promise<void> {
  const [applied, registry] = [await appliedVersions(database), await registryIn(database)];
  const report = await checkMigrations({ migrations, applied, registry, dataDir }).catch((cause: Error) => {
    throw new Error(`The new migrations cannot be checked: ${cause.message}\n${UNCHECKED}`, { cause });
  });
  for (const line of report.notRendered) log('notice', { message: `not rendered with the new migrations: ${line}` });
  if (report.broken.length === 0) return;
  const broken = 'The new migrations break releases; nothing was changed:';
  throw new Error([broken, ...report.broken, `${REMEDY} ${UNCHECKED}`].join('\n'));
}

const UNCHECKED = 'MIGRATIONS=unchecked starts all the same.';
const BASELINE_NOTICE = 'the history of the database has the baseline in place of the migrations before it';
const DEMO_ENDED = 'the account with the published password is deleted: only the demo has it';

async function seedOf(seed: 'demo' | 'content' | Seed): Promise<Seed> {
  if (typeof seed === 'function') return seed;
  const { loadContent, loadDemo } = await import('../../seed/load.ts');
  return seed === 'demo' ? loadDemo : loadContent;
}

const BACKUPS_KEPT = 5;
const BACKUP = /^before-migrating-.*\.tar\.gz$/;

async function backUp(dataDir: string, inBulk: InBulk, log: Log): Promise<void> {
  const folder = backupsIn(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `before-migrating-${new Date().toISOString().replaceAll(':', '-')}.tar.gz`);
  await writeBackup(file, dataDir, inBulk, noteUnmade(log));
  log('notice', { message: `backed up before migrating: ${file}` });
}

function pruneBackups(dataDir: string): void {
  const folder = backupsIn(dataDir);
  if (!existsSync(folder)) return;
  const own = readdirSync(folder).filter((name) => BACKUP.test(name));
  for (const name of own.sort().slice(0, -BACKUPS_KEPT)) rmSync(join(folder, name));
}

type Seed = (database: Database) => Promise<void>;

// Rows of Supabase's own table, whose hash records how far a start has come.
const SEED = 'supabase/seed';
const MIGRATIONS = 'supabase/migrations';
const BEGIN_MIGRATION = "insert into supabase_migrations.seed_files (path, hash) values ($1, 'begun')";

const KEPT = {
  loaded: 'the database began with the demo’s content and keeps it: SEED is for a new database',
  none: 'the database began with SEED=none and keeps what it has: SEED is for a new database',
};

/**
 * Plans the seed of a new database, so that the start after a killed one resumes it. Returns a sentence where the
 * database began otherwise than it would now.
 */
async function planSeed(database: Database, isWanted: boolean): Promise<string | undefined> {
  const plan = isWanted ? 'planned' : 'none';
  await database.query(
    `insert into supabase_migrations.seed_files as present (path, hash)
     select $1, $2 where not exists (select from supabase_migrations.schema_migrations)
       or exists (select from supabase_migrations.seed_files where path = $1)
     on conflict (path) do update set hash = excluded.hash where present.hash = 'planned'`,
    [SEED, plan],
  );
  const select = 'select hash from supabase_migrations.seed_files where path = $1';
  const [row] = await database.query<{ hash: string }>(select, [SEED]);
  if (row?.hash === 'loaded') return isWanted ? undefined : KEPT.loaded;
  return row?.hash === 'none' && isWanted ? KEPT.none : undefined;
}

function runPlannedSeed(database: Database, seed: Seed): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const planned = await transaction.query(
      "update supabase_migrations.seed_files set hash = 'loaded' where path = $1 and hash = 'planned' returning path",
      [SEED],
    );
    if (planned.length > 0) await seed(transaction);
    return planned.length > 0;
  });
}

async function isMigrationUnfinished(database: Database): Promise<boolean> {
  if (!(await hasTable(database, 'supabase_migrations.seed_files'))) return false;
  const notes = await database.query('select from supabase_migrations.seed_files where path = $1', [MIGRATIONS]);
  return notes.length > 0;
}

const folder = fileURLToPath(new URL('../../node_modules/.cache/schemas', import.meta.url));

/** Caches lite's introspection on disk by migrations and lite's version; it takes longer than opening the database. */
export async function schemaCache(database: Database): Promise<CacheDriver> {
  const migrations = await database.query(
    'select version, statements from supabase_migrations.schema_migrations order by version',
  );
  const library = readFileSync(findPackageJSON('@supabase/lite', import.meta.url) ?? '', 'utf8');
  const file = join(folder, `${shortHash(JSON.stringify([library, bootstrapScript, migrations]))}.json`);
  return {
    get: async () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
    set: async (_, schema) => {
      mkdirSync(folder, { recursive: true });
      await writeDurably(file, schema);
    },
    // Lite deletes its entry when it closes, and the next start needs it.
    delete: async () => {},
  };
}
