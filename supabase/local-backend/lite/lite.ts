import { App, type CacheDriver, type Connection } from '@supabase/lite';
import type { AuthSettings } from '../auth-settings.ts';
import type { Connections } from '../database/database.ts';
import { ApiError, errorResponse } from '../http/api-error.ts';
import type { Keys } from '../keys.ts';
import type { Log } from '../log.ts';
import type { PostgresError } from './connection.ts';
import { endOtherSessions } from './other-sessions.ts';
import { withQuietConsole } from './quiet-console.ts';
import { withUndoneWrites } from './single-object.ts';

type Middleware = NonNullable<NonNullable<AppOptions['server']>['middlewares']>[number];
type AppOptions = NonNullable<ConstructorParameters<typeof App>[0]['options']>;

export type Lite = ReturnType<typeof createLite>;

export function createLite({ owner, requests, accounts }: Connections, keys: Keys, log: Log, auth: AuthSettings) {
  process.env.LITE_TELEMETRY = '0';
  const app = (connection: Connection, ...middlewares: Middleware[]) => appOn(connection, keys, log, auth, middlewares);
  const [system, rest, users] = [app(owner), app(requests, withoutLookups), app(accounts)];
  // Without an address, lite trusts no forwarded headers.
  const send = async (request: Request) => (isAuth(request) ? users : rest).fetch(request, { peerAddress: null });
  return {
    createSystemSchemas: () => withQuietConsole({ log }, () => system.ensureSystemSchema()),
    readSchema: async (cache?: CacheDriver) => {
      if (cache) owner.config.schemaCache = cache;
      await withQuietConsole({ log }, () => owner.introspect({ useCache: true }));
    },
    fetch: async (request: Request): Promise<Response> => {
      let databaseError: PostgresError | undefined;
      const onDatabaseError = (error: PostgresError) => {
        databaseError = error;
      };
      // The auth service consumes the body.
      const copy = isAuth(request) ? request.clone() : undefined;
      const response = await withQuietConsole({ log, onDatabaseError }, () =>
        withUndoneWrites(request, (sent) => withReadableFailures(sent, send)),
      );
      if (copy) await endOtherSessions(copy, response, accounts);
      return databaseError && isAuth(request) ? authErrorResponse(response, databaseError) : response;
    },
  };
}

/** Lite reads account and session before a REST request, which its role may not, and then goes by the token alone. */
const withoutLookups: Middleware = async (context, next) => {
  const found = async () => ({});
  context.set('authService', { repo: { findUserById: found, findSessionById: found } } as never);
  await next();
};

function appOn(connection: Connection, keys: Keys, log: Log, auth: AuthSettings, middlewares: Middleware[]): App {
  return new App({
    connection,
    api: { schemas: ['public'], pg_safe_update: true },
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishable,
      secret_key: keys.serviceRole,
      minimum_password_length: auth.minimum_password_length,
      sessions: auth.sessions,
    },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        disableFallback: true,
        ...(middlewares.length > 0 && { middlewares }),
      },
      drivers: { email: { send: async ({ subject }) => log('mail_not_sent', { subject }) } },
    },
  });
}

const isAuth = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/auth/v1/');

const UNIQUE_VIOLATION = '23505';

/** Answers as GoTrue where lite answers 500; a trigger on accounts chooses the status with the code `PTnnn`. */
function authErrorResponse(response: Response, { code, message }: PostgresError): Response {
  if (response.status !== 500) return response;
  const [, status] = /^PT([45]\d\d)$/.exec(code) ?? [];
  if (status) return errorResponse(new ApiError(Number(status), 'unexpected_failure', message), 'auth');
  const error =
    code === UNIQUE_VIOLATION
      ? new ApiError(422, 'user_already_exists', 'User already registered')
      : new ApiError(500, 'unexpected_failure', 'Database error');
  return errorResponse(error, 'auth');
}

const UNREADABLE = /^(TypeError|RangeError|URIError|SyntaxError|Error: Invalid input for|Error: Missing closing quote)/;

async function withReadableFailures(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  const response = await send(request);
  if (response.status !== 500) return response;
  // lite fails on some HEAD requests whose GET it answers, and a response to HEAD does not say why.
  if (request.method === 'HEAD') {
    return withReadableFailures(new Request(request.url, { headers: request.headers }), send);
  }
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { code, message } = Object(body) as { code?: unknown; message?: unknown };
  if (code !== 'SUP' || typeof message !== 'string' || !UNREADABLE.test(message)) return response;
  return errorResponse(new ApiError(400, 'PGRST100', 'The query cannot be read'));
}
