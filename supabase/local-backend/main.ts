import { onStop } from '@ki/shared/process/on-stop.mjs';
import { hasAdministrator } from '../seed/demo.ts';
import { keepBackups } from './backup/automatic.ts';
import { type Backend, type BootOptions, bootBackend } from './boot.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { publishAddress, storeTokens } from './data-dir.ts';
import { startDenoFunctions } from './functions/functions.ts';
import { type Handler, starting } from './http/app.ts';
import { listen } from './http/listen.ts';
import { described, logToStdout as log } from './log.ts';
import { diskShare, finishIndexing, followRoom, keepSchedules } from './schedules.ts';

const STOP_MS = 4500;

async function start(configuration: Configuration): Promise<void> {
  const {
    SUPABASE_PORT,
    DATA_DIR,
    DATABASE_URL,
    MIGRATIONS,
    AUTH_RATE_LIMIT,
    STORAGE_QUOTA,
    SITE_ORIGINS,
    TRUSTED_PROXIES,
    providers,
  } = configuration;
  let handler: Handler = starting;
  const listener = await listen(SUPABASE_PORT, (request, peer) => handler(request, peer));
  let booting: Promise<Backend> | undefined;
  let endBackups = () => {};
  const close = async (reason: string) => {
    log('stopping', { reason });
    endBackups();
    await listener.close();
    // A backend that is still booting has a database server already.
    await booting?.then((backend) => backend.close());
    log('stopped');
  };
  onStop(async (reason) => {
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await close(reason).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  booting = bootBackend({
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    seed: seedOf(configuration),
    expandsOnly: MIGRATIONS === 'checked',
    startFunctions: ({ publishable }) =>
      startDenoFunctions({ supabaseUrl: listener.url, publishableKey: publishable, providers, log }),
    siteOrigins: SITE_ORIGINS,
    authRateLimit: AUTH_RATE_LIMIT,
    trustedProxies: TRUSTED_PROXIES,
    log,
  });
  const backend = await booting;
  await storeTokens(DATA_DIR, backend.database);
  // The supervisor restarts the backend, and with it the database.
  void backend.databaseGone.then(() => fail('The database server has ended.'));
  keepSchedules(backend.database, log);
  finishIndexing(backend.database, log);
  const measureRoom = followRoom({
    database: backend.database,
    dataDir: DATA_DIR,
    quota: STORAGE_QUOTA,
    measure: async () => (DATABASE_URL ? null : diskShare(DATA_DIR)),
    log,
  });
  await measureRoom();
  setInterval(measureRoom, 5_000).unref();
  const isDemo = await hasAdministrator(backend.database);
  // Before the backend is ready: whoever finds it so reads this file at once.
  await publishAddress(DATA_DIR, { url: listener.url, key: backend.keys.publishable, isDemo });
  handler = backend.fetch;
  listener.onUpgrade(backend.upgrade);
  log('ready', { url: listener.url });
  endBackups = keepBackups(configuration, backend.inBulk, log);
}

/** Only the embedded database ever gets the demo's account. */
function seedOf({ SEED, DATABASE_URL }: Configuration): BootOptions['seed'] {
  if ((SEED ?? (DATABASE_URL ? 'none' : 'demo')) === 'none') return false;
  return DATABASE_URL ? 'content' : 'demo';
}

function fail(message: string): never {
  log('failed', { message });
  process.exit(1);
}

// An unhandled rejection of one request must not end the backend.
process.on('unhandledRejection', (error) => log('unexpected_error', described(error)));

try {
  await start(readConfiguration(process.env));
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
