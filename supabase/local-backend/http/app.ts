import { setTimeout } from 'node:timers/promises';
import { NO_PROXIES, type Proxies } from '@ki/shared/http/proxies.ts';
import { clientName, RateLimit } from '@ki/shared/http/rate-limit.ts';
import { SlowSignIns } from '@ki/shared/http/slow-sign-ins.ts';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Database, OpenDatabase } from '../database/database.ts';
import type { Functions } from '../functions/functions.ts';
import type { Keys } from '../keys.ts';
import { described, type Log, logNothing } from '../log.ts';
import { requireStrongPassword } from '../passwords/most-used.ts';
import { createStorage } from '../storage/storage.ts';
import { ApiError, errorResponse, type Service } from './api-error.ts';
import {
  callerRights,
  createTurns,
  limitedTo,
  MOST_OF_PAGES,
  MOST_OF_VISITORS,
  mostBytes,
  requireCheapFilters,
  withTokenRead,
} from './limits.ts';
import { readCredentials, requestPath, requireReadableAddress, requireWholePassword } from './requests.ts';
import { type Claims, checkToken, isAnonymous, requireUser } from './tokens.ts';

interface Peer {
  address: string;
}

export type Handler = (request: Request, peer: Peer) => Promise<Response>;

export interface AppOptions {
  siteOrigins?: readonly string[];
  /** Sign-ins and sign-ups per address in five minutes, and five times as many refreshes; 0 disables every limit. */
  authRateLimit?: number;
  trustedProxies?: Proxies;
  log?: Log;
}

interface Parts extends AppOptions {
  keys: Keys;
  api(request: Request): Promise<Response>;
  functions?: Functions | undefined;
  sendsMail?: boolean;
}

interface Env {
  Bindings: Peer;
  /** `isStaff`: staff, or the service role. Everybody else is a visitor: an account without rights is one, too. */
  Variables: { claims: Claims | undefined; isStaff: boolean };
}

const FIVE_MINUTES_MS = 5 * 60_000;
const FUNCTION_CALLS = 30;
/** An office with one address keeps its sessions while somebody there mistypes a password. */
const REFRESHES_OF_SIGN_INS = 5;
const SLOW_SIGN_INS = { free: 10, stepMs: 250, longestMs: 2_000, forgottenMs: 15 * 60_000 };
const LOGGED = new Set([401, 403, 413, 429]);

const CORS = {
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
  allowHeaders:
    'accept,accept-profile,apikey,authorization,cache-control,content-profile,content-type,prefer,range,range-unit,x-client-info,x-region,x-retry-count,x-supabase-api-version'.split(
      ',',
    ),
  exposeHeaders: 'content-range,content-location,preference-applied,retry-after,sb-error-code,x-sb-error-code'.split(
    ',',
  ),
  maxAge: 86_400,
};

const HEADERS = Object.entries({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});

export const starting: Handler = async () =>
  Response.json({ status: 'starting', failing: ['database', 'functions'] }, { status: 503 });

export function createApp({ database, asCaller }: Pick<OpenDatabase, 'database' | 'asCaller'>, parts: Parts): Handler {
  const { keys, api, functions, sendsMail = false } = parts;
  const { siteOrigins = [], authRateLimit = 0, trustedProxies = NO_PROXIES, log = logNothing } = parts;
  const rights = callerRights(database);
  const storage = createStorage(asCaller);
  const signIns = new RateLimit(authRateLimit, FIVE_MINUTES_MS);
  const refreshes = new RateLimit(authRateLimit * REFRESHES_OF_SIGN_INS, FIVE_MINUTES_MS);
  const slowSignIns = new SlowSignIns(SLOW_SIGN_INS);
  const functionCalls = new RateLimit(authRateLimit === 0 ? 0 : FUNCTION_CALLS, FIVE_MINUTES_MS);
  const clientOf = ({ env, req }: Pick<Context<Env>, 'env' | 'req'>) =>
    trustedProxies.clientOf(env.address, req.header('x-forwarded-for') ?? null);

  const isStaff = async (request: Request, claims: Claims | undefined): Promise<boolean> => {
    if (isAnonymous(request, claims, keys)) return false;
    return claims?.role !== 'authenticated' || (claims.sub !== undefined && (await rights.isStaff(claims.sub)));
  };
  const inTurnOf = createTurns();
  const inTurn = ({ req, env, var: caller }: Context<Env>, call: () => Promise<Response>): Promise<Response> => {
    const address = clientOf({ req, env });
    const isOfMachine = address === env.address;
    return inTurnOf(call, { ...caller, address, isOfMachine, path: req.path, signal: req.raw.signal });
  };

  const app = new Hono<Env>({ getPath: requestPath });
  app.onError((error, { req }) => {
    if (!(error instanceof ApiError)) log('unexpected_error', described(error));
    const known = error instanceof ApiError ? error : new ApiError(500, 'unexpected_failure', 'Something went wrong');
    return errorResponse(known, serviceOf(req.path));
  });
  app.notFound(() => errorResponse(new ApiError(404, 'not_found', 'There is nothing at this path')));

  app.use(async (context, next) => {
    await next();
    const { req, res } = context;
    for (const [name, value] of HEADERS) res.headers.set(name, value);
    const isLogged = res.status >= 500 || LOGGED.has(res.status);
    if (isLogged && serviceOf(req.path)) log('refused', { method: req.method, path: req.path, status: res.status });
  });
  app.use(async ({ req }, next) => {
    const origin = req.header('origin');
    if (origin && !isAllowedOrigin(origin, siteOrigins)) {
      throw new ApiError(403, 'origin_not_allowed', 'This origin may not use this backend', { vary: 'Origin' });
    }
    await next();
  });
  app.use(cors({ ...CORS, origin: (origin) => origin || null }));
  app.use(async ({ req }, next) => {
    requireReadableAddress(req.raw);
    await next();
  });

  app.get('/readyz', () => readiness(database, functions));
  app.on('POST', ['/auth/v1/token', '/auth/v1/signup'], async (context, next) => {
    const limit = grantOf(context.req.raw) === 'refresh_token' ? refreshes : signIns;
    requireFree(limit.take(clientOf(context)));
    await next();
  });
  // No mail is sent that holds codes, and nothing limits guesses at them.
  app.all('/auth/v1/:flow{(?:otp|magiclink|recover|resend|verify|reauthenticate)/?}', (_, next) => {
    if (sendsMail) return next();
    throw new ApiError(422, 'email_provider_disabled', 'This backend sends no e-mail');
  });
  app.all('/auth/v1/:flow{(?:authorize|callback|sso)(?:/.*)?}', () => {
    throw new ApiError(400, 'provider_disabled', 'No provider of accounts is enabled');
  });
  app.all('/auth/v1/:flow{factors(?:/.*)?}', () => {
    throw new ApiError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
  });
  for (const service of ['rest', 'auth', 'functions', 'storage'] as const) {
    app.use(`/${service}/v1/*`, async (context, next) => {
      const claims = checkToken(context.req.raw, service, keys);
      context.set('claims', claims);
      context.set('isStaff', await isStaff(context.req.raw, claims));
      if (service === 'functions') requireFree(functionCalls.take(requireUser(context.var.claims)));
      await next();
    });
  }
  for (const service of ['auth', 'functions', 'storage'] as const) {
    app.use(`/${service}/v1/*`, (context, next) => {
      const most = context.var.isStaff ? mostBytes(service, context.req.path) : MOST_OF_VISITORS;
      return limitedTo(most)(context, next);
    });
  }
  app.use('/rest/v1/*', async (context, next) => {
    const { req, var: caller } = context;
    if (!caller.isStaff) requireCheapFilters(req.raw);
    const isShort = Number(req.header('content-length') ?? Number.POSITIVE_INFINITY) <= MOST_OF_PAGES;
    const most = mostBytes('rest', req.path);
    if (caller.isStaff || isShort) return limitedTo(most)(context, next);
    // Shells and pipelines are visitors with a token.
    const { request, token } = await withTokenRead(req.raw);
    req.raw = request;
    return limitedTo(token && (await rights.isDeployToken(token)) ? most : MOST_OF_PAGES)(context, next);
  });
  app.all('/rest/v1/*', async (context) => {
    const request = context.req.raw;
    return inTurn(context, async () => withoutCors(await api(request)));
  });
  app.all('/auth/v1/*', async (context) => {
    const { req, var: caller } = context;
    const credentials = await readCredentials(req.raw);
    // Whatever takes a password stores it, but for a sign-in.
    if (!req.path.startsWith('/auth/v1/token')) {
      requireWholePassword(credentials);
      await requireStrongPassword(credentials, caller.claims?.sub ?? null, rights.wantsStrongPassword);
    }
    const account = String(credentials.email ?? '').toLowerCase();
    const isSlowed = authRateLimit > 0 && account !== '' && grantOf(req.raw) === 'password';
    if (isSlowed) requireFree(await slowSignIns.take(account, clientName(clientOf(context))));
    const response = withoutCors(await api(req.raw));
    if (isSlowed && response.ok) slowSignIns.forget(account);
    return response;
  });
  app.all('/storage/v1/object/*', (context) => {
    const { req, var: caller } = context;
    const isService = !caller.claims && caller.isStaff;
    return inTurn(context, () => storage(req.raw, isService ? { role: 'service_role' } : caller.claims));
  });
  if (functions) app.all('/functions/v1/*', async ({ req }) => withoutCors(await functions.call(req.raw)));
  return async (request, peer) => app.fetch(request, peer);
}

export function isAllowedOrigin(origin: string, siteOrigins: readonly string[]): boolean {
  const hostname = URL.parse(origin)?.hostname;
  return siteOrigins.includes(origin) || ['localhost', '127.0.0.1', '[::1]'].includes(hostname ?? '');
}

function serviceOf(path: string): Service | undefined {
  const [, service] = /^\/(rest|auth|functions|storage)\/v1\//.exec(path) ?? [];
  return service as Service | undefined;
}

/** The one grant that a request for a token names. */
function grantOf({ url }: Request): string | undefined {
  const [grant, ...more] = new URL(url).searchParams.getAll('grant_type');
  return more.length === 0 ? grant : 'password';
}

function requireFree(waitMs: number): void {
  if (waitMs === 0) return;
  const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) };
  throw new ApiError(429, 'over_request_rate_limit', 'Request rate limit reached', headers);
}

/** Services allow every origin; the CORS middleware decides for all of them. */
function withoutCors({ body, status, statusText, headers: own }: Response): Response {
  const headers = new Headers([...own].filter(([name]) => !name.startsWith('access-control-')));
  return new Response(body, { status, statusText, headers });
}

const DATABASE_TIMEOUT_MS = 5000;

async function readiness({ query }: Pick<Database, 'query'>, functions: Functions | undefined): Promise<Response> {
  const isDatabaseUp = query('select 1').then(
    () => true,
    () => false,
  );
  const isUp = {
    database: await Promise.race([isDatabaseUp, setTimeout(DATABASE_TIMEOUT_MS, false, { ref: false })]),
    functions: !functions || (await functions.isUp()),
  };
  const failing = Object.entries(isUp).flatMap(([name, up]) => (up ? [] : [name]));
  return failing.length === 0
    ? Response.json({ status: 'ok' })
    : Response.json({ status: 'unavailable', failing }, { status: 503 });
}
