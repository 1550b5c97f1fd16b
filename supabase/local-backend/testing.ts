import { resetToSeed } from '../seed/load.ts';
import { type BootOptions, bootBackend } from './boot.ts';
import { keptSecret } from './data-dir/kept-secret.ts';
import type { Database } from './database/database.ts';
import { startDenoFunctions } from './functions/deno-functions.ts';
import { type Handler, starting } from './http/gateway.ts';
import { listen } from './http/listen.ts';
import { keysFrom } from './keys.ts';
import { logNothing } from './log.ts';

/** As `npm start` runs it, on a data directory of its own. */
export { BackendProcess } from './fixtures/backend-process.ts';

export interface TestBackend {
  url: string;
  /** Answers a request without the network. */
  fetch: Handler;
  publishableKey: string;
  serviceRoleKey: string;
  /** Signs access tokens. */
  jwtSecret: string;
  /** Past row-level security. */
  database: Database;
  /** Brings every table back to the seed; accounts other than the demo administrator go. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface TestBackendOptions extends Partial<Omit<BootOptions, 'startFunctions'>> {
  /** Runs the edge functions too, of the project or of another folder, with keys and addresses of their providers. */
  functions?: { directory?: string; providers?: Record<string, string> };
}

/** A backend of its own for a test: in memory, seeded, on a free port, without rate limits. */
export async function startTestBackend({ functions, ...options }: TestBackendOptions = {}): Promise<TestBackend> {
  let handler: Handler = starting;
  const listener = await listen(0, (request, peer) => handler(request, peer));
  const supabaseUrl = listener.url;
  const { log = logNothing } = options;
  const { fetch, database, keys, close } = await bootBackend({
    dataDir: 'memory',
    seed: 'demo',
    ...options,
    ...(functions && {
      startFunctions: ({ publishable: publishableKey }) =>
        startDenoFunctions({ providers: {}, ...functions, supabaseUrl, publishableKey, log }),
    }),
  });
  handler = fetch;
  return {
    url: supabaseUrl,
    fetch,
    publishableKey: keys.publishable,
    serviceRoleKey: keys.serviceRole,
    jwtSecret: keys.jwtSecret,
    database,
    reset: () => resetToSeed(database),
    close: async () => {
      await listener.close();
      await close();
    },
  };
}

/** The key that passes by row-level security at the running backend of a data directory. */
export async function serviceRoleKeyOf(dataDir: string): Promise<string> {
  const { serviceRole } = await keysFrom(keptSecret(dataDir));
  return serviceRole;
}
