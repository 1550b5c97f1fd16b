import { App, type CacheDriver, type Connection } from '@supabase/lite';
import type { AuthSettings } from '../configuration.ts';
import type { Connections } from '../database/database.ts';
import { ApiError, errorResponse } from '../http/api-error.ts';
import { parseJson, requestPath } from '../http/requests.ts';
import type { Keys } from '../keys.ts';
import type { Log } from '../log.ts';
import type { PostgresError } from './connection.ts';
import { withOwnFilters } from './filtered-requests.ts';
import { hashPasswordsInThread, withComparison } from './passwords.ts';
import { withQuietConsole } from './quiet-console.ts';
import { endOtherSessions, withAllClaims } from './sessions.ts';

type Middleware = NonNullable<NonNullable<AppOptions['server']>['middlewares']>[number];
type AppOptions = NonNullable<ConstructorParameters<typeof App>[0]['options']>;

export interface Mail {
  to: string;
  subject: string;
  text?: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

/** Where the links of mails lead. */
const SITE_URL = 'http://localhost:3000';

export type Lite = ReturnType<typeof createLite>;

interface LiteOptions {
  keys: Keys;
  log: Log;
  auth: AuthSettings;
  /** Where it is given, addresses have to be confirmed by mail. */
  sendMail?: SendMail | undefined;
}

export function createLite({ owner, requests, accounts }: Connections, options: LiteOptions) {
  const { keys, log } = options;
  process.env.LITE_TELEMETRY = '0';
  hashPasswordsInThread();
  const app = (connection: Connection, ...middlewares: Middleware[]) => appOn(connection, options, middlewares);
  const [system, rest, users] = [app(owner), app(requests, withoutLookups), app(accounts)];
  // Without an address, lite trusts no forwarded headers.
  const send = async (request: Request) =>
    isAuth(request)
      ? users.fetch(request, { peerAddress: null })
      : withOwnFilters(request, async (plain) => rest.fetch(plain, { peerAddress: null }));
  return {
    createSystemSchemas: () => withQuietConsole({ log }, () => system.ensureSystemSchema()),
    readSchema: async (cache?: CacheDriver) => {
      if (cache) owner.config.schemaCache = cache;
      await withQuietConsole({ log }, () => owner.introspect({ useCache: true }));
    },
    fetch: async (sent: Request): Promise<Response> => {
      const request = withPlainPath(sent);
      let databaseError: PostgresError | undefined;
      const onDatabaseError = (error: PostgresError) => {
        databaseError = error;
      };
      // The auth service consumes the body.
      const copy = isAuth(request) ? request.clone() : undefined;
      const respond = () =>
        withQuietConsole({ log, onDatabaseError }, () =>
          withUndoneWrites(request, (undoable) => withReadableFailures(undoable, send)),
        );
      const password = copy && (await passwordOfSignIn(copy.clone()));
      const response = password === undefined ? await respond() : await withComparison(password, respond);
      if (!copy) return response;
      if (databaseError && response.status === 500) return authErrorResponse(request, databaseError);
      await endOtherSessions(copy, response, accounts);
      return withAllClaims(request, response, accounts, keys);
    },
  };
}

/** Lite reads account and session before a REST request, which its role may not, and then goes by the token alone. */
const withoutLookups: Middleware = async (context, next) => {
  const found = async () => ({});
  context.set('authService', { repo: { findUserById: found, findSessionById: found } } as never);
  await next();
};

function appOn(connection: Connection, { keys, log, auth, sendMail }: LiteOptions, middlewares: Middleware[]): App {
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
      site_url: SITE_URL,
      email: { enable_confirmations: sendMail !== undefined },
    },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        disableFallback: true,
        ...(middlewares.length > 0 && { middlewares }),
      },
      drivers: { email: { send: sendMail ?? (async ({ subject }) => log('mail_not_sent', { subject })) } },
    },
  });
}

const isAuth = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/auth/v1/');

/** Lite decodes paths. What is added to its answers must not be bypassed with `%74` for a letter. */
function withPlainPath(request: Request): Request {
  const url = new URL(request.url);
  url.pathname = requestPath(request);
  return url.href === request.url ? request : new Request(url, request);
}

async function passwordOfSignIn(request: Request): Promise<string | undefined> {
  if (!/\/auth\/v1\/token\/?$/.test(new URL(request.url).pathname)) return undefined;
  const { password } = Object(parseJson(await request.text())) as { password?: unknown };
  return typeof password === 'string' ? password : undefined;
}

const UNIQUE_VIOLATION = '23505';

/** Clients that say this version or a later one, such as supabase-js, do not get the words of a trigger. */
const WITHOUT_WORDS_FROM = '2024-01-01';

/** Answers as GoTrue where lite answers 500. A trigger on accounts may choose the status with the code `PTnnn`. */
function authErrorResponse({ url, headers }: Request, { code, message }: PostgresError): Response {
  const said = new URL(url).pathname.endsWith('/signup') ? 'Database error saving new user' : 'Database error';
  const [, status] = /^PT([45]\d\d)$/.exec(code) ?? [];
  if (status && (headers.get('x-supabase-api-version') ?? '') < WITHOUT_WORDS_FROM) {
    return errorResponse(new ApiError(Number(status), 'unexpected_failure', message), 'auth');
  }
  const error =
    code === UNIQUE_VIOLATION
      ? new ApiError(422, 'user_already_exists', 'User already registered')
      : new ApiError(500, 'unexpected_failure', said);
  return errorResponse(error, 'auth');
}

const UNREADABLE =
  /^(TypeError|RangeError|URIError|SyntaxError|Error: Invalid input for|Error: Missing closing quote|PostgresError: tsquery stack)/;

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
  const body: unknown = parseJson(await response.clone().text());
  const { code, message } = Object(body) as { code?: unknown; message?: unknown };
  if (code !== 'SUP' || typeof message !== 'string' || !UNREADABLE.test(message)) return response;
  return errorResponse(new ApiError(400, 'PGRST100', 'The query cannot be read'));
}

const SINGLE = 'application/vnd.pgrst.object';

/** A write for one object that fits several rows is refused by lite, but kept; a limit of rows undoes it. */
async function withUndoneWrites(request: Request, send: (request: Request) => Promise<Response>): Promise<Response> {
  const isWrite = request.method === 'PATCH' || request.method === 'DELETE';
  if (!isWrite || !request.headers.get('accept')?.includes(SINGLE)) return send(request);
  const headers = new Headers(request.headers);
  const preferences = headers.get('prefer');
  headers.set('prefer', [preferences, 'handling=strict', 'max-affected=1'].filter(Boolean).join(', '));
  const response = await send(new Request(request, { headers }));
  if (response.status !== 400) return response;
  const { code } = Object(await response.clone().json()) as { code?: unknown };
  if (code !== 'PGRST124') return response;
  return errorResponse(new ApiError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object'));
}
