import { type Backend, bootBackend } from './boot.ts';
import { type Changes, startChanges } from './changes/changes.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { announce } from './data-dir/announcement.ts';
import { keepTokens } from './data-dir/kept-tokens.ts';
import { described } from './described-error.ts';
import { startDenoFunctions } from './functions/deno-functions.ts';
import { type Handler, starting } from './http/gateway.ts';
import { listen } from './http/listen.ts';
import { logToStdout as log } from './log.ts';
import { endOnStop } from './stop.ts';

async function start(configuration: Configuration): Promise<void> {
  const { REGISTRY, SUPABASE_PORT, DATA_DIR, DATABASE_URL, AUTH_RATE_LIMIT, SITE_ORIGINS, TRUSTED_PROXIES, providers } =
    configuration;
  let handler: Handler = starting;
  const listener = await listen(SUPABASE_PORT, (request, peer) => handler(request, peer));
  let booting: Promise<Backend> | undefined;
  let changes: Changes | undefined;
  endOnStop(async (reason) => {
    log('stopping', { reason });
    await listener.close();
    await changes?.close();
    // Also one that is about to come up: it has a database server already.
    await booting?.then((backend) => backend.close());
    log('stopped');
  });
  booting = bootBackend({
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    seed: DATABASE_URL ? 'content' : 'demo',
    startFunctions: ({ publishable }) =>
      startDenoFunctions({ supabaseUrl: listener.url, publishableKey: publishable, providers, log }),
    siteOrigins: SITE_ORIGINS,
    authRateLimit: AUTH_RATE_LIMIT,
    trustedProxies: TRUSTED_PROXIES,
    log,
  });
  const backend = await booting;
  if (REGISTRY === 'database') await keepTokens(DATA_DIR, backend.database);
  changes = await startChanges(backend, log);
  handler = changes.told(backend.fetch);
  // Whoever started the backend starts it again, and with it the database.
  void backend.databaseGone.then(() => fail('The database server has ended.'));
  announce(DATA_DIR, { url: listener.url, key: backend.keys.publishable, changes: changes.address });
  log('ready', { url: listener.url });
}

function fail(message: string): never {
  log('failed', { message });
  process.exit(1);
}

// One request's forgotten promise must not end everybody's backend.
process.on('unhandledRejection', (error) => log('unexpected_error', described(error)));

try {
  await start(readConfiguration(process.env));
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
