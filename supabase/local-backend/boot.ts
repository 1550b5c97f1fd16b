import { requireWhole } from './backup/restore.ts';
import { type AuthSettings, readAuthSettings } from './configuration.ts';
import { lockDataDir, storedSecret } from './data-dir.ts';
import type { OpenDatabase } from './database/database.ts';
import { openEmbedded } from './database/embedded.ts';
import { projectMigrations } from './database/migrate.ts';
import { openPostgres } from './database/postgres.ts';
import { type PrepareOptions, prepare } from './database/prepare.ts';
import { assertReachable } from './database/rights.ts';
import type { Functions } from './functions/functions.ts';
import { type AppOptions, createApp } from './http/app.ts';
import { type Keys, keysFrom, newSecret } from './keys.ts';
import { createLite, type SendMail } from './lite/lite.ts';
import { logNothing } from './log.ts';
import { startRealtime } from './realtime/realtime.ts';

export interface BootOptions
  extends AppOptions,
    Partial<Pick<PrepareOptions, 'migrationsDir' | 'cacheSchema' | 'expandsOnly'>> {
  dataDir?: string | undefined;
  databaseUrl?: string | undefined;
  seed: PrepareOptions['seed'];
  startFunctions?: (keys: Keys) => Functions;
  /** By default those of supabase/config.toml. */
  auth?: AuthSettings;
  /** Where it is given, addresses have to be confirmed by mail; for tests. */
  sendMail?: SendMail;
}

export type Backend = Awaited<ReturnType<typeof bootBackend>>;

export async function bootBackend(options: BootOptions) {
  const { dataDir } = options;
  const unlock = dataDir ? lockDataDir(dataDir) : () => {};
  try {
    if (dataDir) requireWhole(dataDir);
    const keys = await keysFrom(dataDir ? await storedSecret(dataDir) : newSecret());
    return await serve(await open(options), keys, options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function open({ dataDir, databaseUrl }: BootOptions): Promise<OpenDatabase> {
  if (databaseUrl) return openPostgres(databaseUrl);
  if (dataDir) return openEmbedded(dataDir);
  throw new TypeError('A backend needs a dataDir or a databaseUrl');
}

async function serve(opened: OpenDatabase, keys: Keys, options: BootOptions, unlock: () => void) {
  const { database } = opened;
  const { log = logNothing, siteOrigins, authRateLimit = 0, trustedProxies, sendMail } = options;
  // A hosted server may hold more than the migrations made.
  const { cacheSchema = !options.databaseUrl, expandsOnly = true } = options;
  const { migrationsDir = projectMigrations, seed, dataDir } = options;
  const lite = createLite(opened.connections, { keys, log, auth: options.auth ?? readAuthSettings(), sendMail });
  try {
    if (options.databaseUrl) await assertReachable(database);
    const endsDemo = options.databaseUrl !== undefined && seed !== 'demo';
    await prepare(opened, lite, { seed, endsDemo, migrationsDir, cacheSchema, dataDir, expandsOnly, log });
    const unlimited = authRateLimit === 0 && { mostOfClient: 0 };
    const realtime = await startRealtime(opened, { keys, siteOrigins, trustedProxies, ...unlimited });
    const functions = options.startFunctions?.(keys);
    return {
      fetch: createApp(opened, { ...options, keys, api: lite.fetch, functions, sendsMail: sendMail !== undefined }),
      upgrade: realtime.upgrade,
      database,
      inBulk: opened.inBulk,
      keys,
      databaseGone: opened.gone ?? new Promise<void>(() => {}),
      close: async () => {
        realtime.close();
        await Promise.all([functions?.close(), opened.close()]);
        unlock();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
