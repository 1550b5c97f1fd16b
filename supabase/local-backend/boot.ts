import { NO_PROXIES, type Proxies } from '@ki/shared/http/proxies.ts';
import { type AuthSettings, readAuthSettings } from './auth-settings.ts';
import { requireWhole } from './backup/restore.ts';
import { lockDataDir } from './data-dir/lock.ts';
import { storedSecret } from './data-dir/secrets.ts';
import type { OpenDatabase } from './database/database.ts';
import { openEmbedded } from './database/embedded.ts';
import { projectMigrations } from './database/migrate.ts';
import { openPostgres } from './database/postgres.ts';
import { type PrepareOptions, prepare } from './database/prepare.ts';
import { assertReachable } from './database/rights.ts';
import type { Functions } from './functions/functions.ts';
import { createApp } from './http/app.ts';
import { callerRights } from './http/visitor-limits.ts';
import { type Keys, keysFrom, newSecret } from './keys.ts';
import type { SendMail } from './lite/confirmations.ts';
import { createLite } from './lite/lite.ts';
import { type Log, logNothing } from './log.ts';
import type { WantsStrongPassword } from './passwords/most-used.ts';
import { startRealtime } from './realtime/realtime.ts';
import { createStorage } from './storage/storage.ts';

export interface BootOptions extends Partial<Pick<PrepareOptions, 'migrationsDir' | 'cacheSchema' | 'expandsOnly'>> {
  dataDir?: string | undefined;
  databaseUrl?: string | undefined;
  seed: PrepareOptions['seed'];
  startFunctions?: (keys: Keys) => Functions;
  siteOrigins?: readonly string[];
  /** Sign-ins and sign-ups per address in five minutes, and five times as many refreshes; 0 disables every limit. */
  authRateLimit?: number;
  /** By default those of supabase/config.toml. */
  auth?: AuthSettings;
  trustedProxies?: Proxies;
  /** Where it is given, addresses have to be confirmed by mail; for tests. */
  sendMail?: SendMail;
  log?: Log;
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
  const { log = logNothing, siteOrigins = [], authRateLimit = 0, trustedProxies = NO_PROXIES, sendMail } = options;
  // A hosted server may hold more than the migrations made.
  const {
    migrationsDir = projectMigrations,
    cacheSchema = !options.databaseUrl,
    seed,
    dataDir,
    expandsOnly = true,
  } = options;
  const lite = createLite(opened.connections, { keys, log, auth: options.auth ?? readAuthSettings(), sendMail });
  try {
    if (options.databaseUrl) await assertReachable(database);
    const endsDemo = options.databaseUrl !== undefined && seed !== 'demo';
    await prepare(opened, lite, { seed, endsDemo, migrationsDir, cacheSchema, dataDir, expandsOnly, log });
    const realtime = await startRealtime(opened, {
      keys,
      siteOrigins,
      trustedProxies,
      ...(authRateLimit === 0 && { mostOfClient: 0 }),
    });
    const functions = options.startFunctions?.(keys);
    const ping = () => database.query('select 1');
    const wantsStrongPassword: WantsStrongPassword = async (...who) => {
      const [row] = await database.query('select private.wants_strong_password($1, $2) as wanted', who);
      return row?.wanted === true;
    };
    const access = {
      ...callerRights(database),
      siteOrigins,
      authRateLimit,
      trustedProxies,
      wantsStrongPassword,
      sendsMail: sendMail !== undefined,
    };
    return {
      fetch: createApp({
        keys,
        api: lite.fetch,
        storage: createStorage(opened.asCaller),
        functions,
        ping,
        log,
        ...access,
      }),
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
