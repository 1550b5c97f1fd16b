import { NO_PROXIES } from '@ki/shared/http/proxies.ts';
import { readAuthSettings } from '../auth-settings.ts';
import type { OpenDatabase } from '../database/database.ts';
import { createApp } from '../http/app.ts';
import { listen } from '../http/listen.ts';
import { callerRights } from '../http/visitor-limits.ts';
import { keysFrom, newSecret } from '../keys.ts';
import { createLite } from '../lite/lite.ts';
import { logNothing as log } from '../log.ts';
import { createStorage } from '../storage/storage.ts';

export interface Connection {
  readonly url: string;
  readonly key: string;
}

/** Serves a database on loopback while some work is done, as the embedded backend does. */
export async function served<T>(opened: OpenDatabase, work: (connection: Connection) => Promise<T>): Promise<T> {
  const keys = await keysFrom(newSecret());
  const lite = createLite(opened.connections, { keys, log, auth: readAuthSettings() });
  await lite.readSchema();
  const app = createApp({
    keys,
    api: lite.fetch,
    storage: createStorage(opened.asCaller),
    functions: undefined,
    ping: () => opened.database.query('select 1'),
    wantsStrongPassword: async () => false,
    ...callerRights(opened.database),
    siteOrigins: [],
    authRateLimit: 0,
    trustedProxies: NO_PROXIES,
    sendsMail: false,
    log,
  });
  const { url, close } = await listen(0, app);
  return work({ url, key: keys.publishable }).finally(close);
}
