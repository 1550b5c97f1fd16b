import { App, type CacheDriver, type Connection, type EmailDriver } from '@supabase/lite';
import { authErrorResponse } from './auth-errors.ts';
import type { PostgresError } from './database/postgrest-errors.ts';
import { withoutStumbles } from './http/stumbles.ts';
import type { Keys } from './keys.ts';
import type { Log } from './log.ts';
import { withQuietConsole } from './quiet-console.ts';

export interface Lite {
  /** Creates the schemas `auth` and `supabase_migrations` where they are missing. */
  createSystemSchemas(): Promise<void>;
  /**
   * Reads what tables and functions there are, from what was kept of an equal schema if that is given. Else each of
   * the first requests at once would do so for itself.
   */
  readSchema(kept?: CacheDriver): Promise<void>;
  fetch(request: Request): Promise<Response>;
}

/** Supabase's REST and authentication API over a database, as this project uses it. */
export function createLite(connection: Connection, keys: Keys, log: Log): Lite {
  process.env.LITE_TELEMETRY = '0';
  const app = new App({
    connection,
    api: { schemas: ['public'], pg_safe_update: true },
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishable,
      secret_key: keys.serviceRole,
      minimum_password_length: 6,
    },
    options: {
      server: { admin: false, disableStudio: true, disableFallback: true },
      drivers: { email: unsentMail(log) },
    },
  });
  return {
    createSystemSchemas: () => withQuietConsole({ log }, () => app.ensureSystemSchema()),
    readSchema: async (kept) => {
      if (kept) connection.config.schemaCache = kept;
      await withQuietConsole({ log }, () => connection.introspect({ useCache: true }));
    },
    fetch: async (request) => {
      let databaseError: PostgresError | undefined;
      const onDatabaseError = (error: PostgresError) => {
        databaseError = error;
      };
      // No address, so that lite trusts no request for where it comes from.
      const ask = (asked: Request) => Promise.resolve(app.fetch(asked, { peerAddress: null }));
      const response = await withQuietConsole({ log, onDatabaseError }, () => withoutStumbles(request, ask));
      return databaseError && isAuth(request) ? authErrorResponse(response, databaseError) : response;
    },
  };
}

function isAuth({ url }: Request): boolean {
  return new URL(url).pathname.startsWith('/auth/v1/');
}

function unsentMail(log: Log): EmailDriver {
  return { send: async ({ subject }) => log('mail_not_sent', { subject }) };
}
