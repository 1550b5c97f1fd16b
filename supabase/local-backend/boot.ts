import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NO_PROXIES, type Proxies } from '@ki/shared/http/proxies.mjs';
import { endDemo, isSignUpOpen, openSignUp } from '../seed/demo.ts';
import { backUpBeforeMigrating, pruneBackups } from './backup/before-migrating.ts';
import { requireWhole } from './backup/restore.ts';
import { keptSecret } from './data-dir/kept-secret.ts';
import { lockDataDir } from './data-dir/lock.ts';
import { bootstrap } from './database/bootstrap.ts';
import type { InBulk } from './database/bulk.ts';
import type { Database } from './database/database.ts';
import { openEmbedded } from './database/embedded.ts';
import { keptSchema } from './database/kept-schema.ts';
import { checkHistory } from './database/known-history.ts';
import { migrate, migrationsIn } from './database/migrate.ts';
import type { OpenDatabase } from './database/open-database.ts';
import { openPostgres } from './database/postgres.ts';
import { planSeed, runPlannedSeed, type Seed } from './database/seed.ts';
import { finishMigration, noteMigration, unfinishedMigration } from './database/unfinished-migration.ts';
import { type Functions, noFunctions } from './functions/functions.ts';
import { createGateway, type Handler } from './http/gateway.ts';
import { type Keys, keysFrom, newSecret } from './keys.ts';
import { createLite, type Lite } from './lite.ts';
import { type Log, logNothing } from './log.ts';

export interface BootOptions {
  /** A directory for everything that is stored, or `memory`. */
  dataDir: string;
  /** A PostgreSQL server to use in place of the embedded one. */
  databaseUrl?: string | undefined;
  /** What a new database gets: content, or the demo with it, whose account and open sign-up are the embedded database's. */
  seed: 'demo' | 'content' | false | Seed;
  migrationsDir?: string;
  /** Starts the edge functions; without it there are none. */
  startFunctions?: (keys: Keys) => Functions;
  /** Origins of other machines whose pages may use the backend; loopback origins always may. */
  siteOrigins?: readonly string[];
  /** Sign-ins, sign-ups and refreshes for each address in five minutes; 0 switches off every limit. */
  authRateLimit?: number;
  /** Whose word counts about where a request comes from; without it nobody's. */
  trustedProxies?: Proxies;
  log?: Log;
}

export interface Backend {
  /** Answers a request as the HTTP server would. */
  fetch: Handler;
  database: Database;
  listen: OpenDatabase['listen'];
  keys: Keys;
  /** Resolves when the database has ended by itself, without which nothing can be answered. */
  databaseGone: Promise<void>;
  close(): Promise<void>;
}

const projectMigrations = fileURLToPath(new URL('../migrations', import.meta.url));

/** Opens the database, brings it up to date and answers requests to Supabase's API from it; listening is left to others. */
export async function bootBackend(options: BootOptions): Promise<Backend> {
  const isStored = options.dataDir !== 'memory';
  const unlock = isStored ? lockDataDir(options.dataDir) : () => {};
  try {
    if (isStored) requireWhole(options.dataDir);
    const keys = await keysFrom(isStored ? keptSecret(options.dataDir) : newSecret());
    const opened = await open(options);
    return await serve(opened, keys, options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function serve(opened: OpenDatabase, keys: Keys, options: BootOptions, unlock: () => void): Promise<Backend> {
  const { database } = opened;
  const { startFunctions, siteOrigins = [], authRateLimit = 0, trustedProxies = NO_PROXIES } = options;
  const { log = logNothing } = options;
  const lite = createLite(opened.connection, keys, log);
  try {
    await prepare(opened, lite, options);
  } catch (error) {
    await opened.close();
    throw error;
  }
  const functions = startFunctions?.(keys) ?? noFunctions;
  const isDatabaseUp = () => answersInTime(database.query('select 1'));
  return {
    fetch: createGateway({
      keys,
      api: lite.fetch,
      functions,
      isDatabaseUp,
      siteOrigins,
      authRateLimit,
      trustedProxies,
      log,
    }),
    database,
    listen: opened.listen,
    keys,
    databaseGone: opened.gone ?? new Promise(() => {}),
    close: async () => {
      await Promise.all([functions.close(), opened.close()]);
      unlock();
    },
  };
}

async function open({ dataDir, databaseUrl, log = logNothing }: BootOptions): Promise<OpenDatabase> {
  if (databaseUrl) return openPostgres(databaseUrl);
  if (dataDir !== 'memory') return openEmbedded(dataDir, log);
  const { openPgliteInMemory } = await import('./database/pglite.ts');
  return openPgliteInMemory();
}

async function prepare({ database, inBulk }: OpenDatabase, lite: Lite, options: BootOptions): Promise<void> {
  const { seed, migrationsDir = projectMigrations, log = logNothing } = options;
  const migrations = migrationsIn(migrationsDir);
  const applied = await checkHistory(database, migrations);
  const unfinished = await unfinishedMigration(database);
  const isUpgrade = applied > 0 && applied < migrations.length;
  // What is from before the first attempt is worth more than what later ones leave.
  if (isUpgrade && !unfinished) await backUp(inBulk, options);
  await lite.createSystemSchemas();
  await bootstrap(database);
  if (seed) await planSeed(database);
  const beforehand = unfinished ?? { wasSignUpOpen: await isSignUpOpen(database) };
  if (isUpgrade && !unfinished) await noteMigration(database, beforehand);
  for (const file of await migrate(database, migrationsDir)) log('migrated', { file });
  if (beforehand.wasSignUpOpen) await staysOpen(database, seed === 'demo', log);
  if (isUpgrade || unfinished) await finish(database, options);
  if (seed && (await runPlannedSeed(database, await seedOf(seed)))) log('seeded');
  if (seed === 'content' && (await endDemo(database))) log('notice', { message: DEMO_ENDED });
  // On a server of its own, a database may have got more than the migrations made.
  await lite.readSchema(options.databaseUrl ? undefined : await keptSchema(database));
}

async function backUp(inBulk: InBulk, { dataDir, log = logNothing }: BootOptions): Promise<void> {
  if (dataDir === 'memory') return;
  // Tables of somebody else are no reason not to start.
  const file = await backUpBeforeMigrating(dataDir, inBulk, (names) =>
    log('notice', { message: `no migration makes ${names.join(', ')}: the backup is without` }),
  );
  log('notice', { message: `backed up before migrating: ${file}` });
}

async function finish(database: Database, { dataDir }: BootOptions): Promise<void> {
  await finishMigration(database);
  if (dataDir !== 'memory') pruneBackups(dataDir);
}

const DEMO_ENDED = 'the account with the published password is deleted: only the demo has it';
const REVIEW =
  'sign-up was open and is by invitation now; look who became staff meanwhile: select * from private.staff_accounts';

/** Migrations close a sign-up that is open: they cannot tell a demo from an installation where nobody looked at it. */
async function staysOpen(database: Database, isDemo: boolean, log: Log): Promise<void> {
  if (isDemo) await openSignUp(database);
  else if (!(await isSignUpOpen(database))) log('notice', { message: REVIEW });
}

async function seedOf(seed: 'demo' | 'content' | Seed): Promise<Seed> {
  if (typeof seed === 'function') return seed;
  const { loadContent, loadDemo } = await import('../seed/load.ts');
  return seed === 'demo' ? loadDemo : loadContent;
}

/** How long the database may take to say that it is well. */
const PATIENCE = 5000;

function answersInTime(answer: Promise<unknown>): Promise<boolean> {
  const inTime = answer.then(
    () => true,
    () => false,
  );
  return Promise.race([inTime, setTimeout(PATIENCE, false, { ref: false })]);
}
