import type { Proxies } from '@ki/shared/http/proxies.mjs';
import { described } from '../described-error.ts';
import type { Functions } from '../functions/functions.ts';
import type { Keys } from '../keys.ts';
import type { Log } from '../log.ts';
import { withLimitedBody } from './body-limit.ts';
import { corsHeaders, isPreflight, preflightResponse } from './cors.ts';
import { requireReadableCredentials } from './credentials.ts';
import { RateLimit } from './rate-limit.ts';
import { readiness } from './readiness.ts';
import { Refusal, refusalResponse, type Service } from './refusal.ts';
import { requestPath, requireReadableAddress } from './request-path.ts';
import { checkToken, isVisitor, requireUser } from './token-check.ts';
import { isProviderPath, isUnsentMailPath } from './unused-paths.ts';
import { VisitorTurns } from './visitor-turns.ts';

/** Where a request comes from, as the socket says. */
export interface Peer {
  address: string;
}

export type Handler = (request: Request, peer: Peer) => Promise<Response>;

export interface GatewayParts {
  keys: Keys;
  /** Serves `/rest/v1/` and `/auth/v1/`. */
  api(request: Request): Promise<Response>;
  functions: Functions;
  isDatabaseUp(): Promise<boolean>;
  siteOrigins: readonly string[];
  /** Sign-ins, sign-ups and refreshes for each address in five minutes; 0 switches off every limit. */
  authRateLimit: number;
  /** Whose word counts about where a request comes from. */
  trustedProxies: Proxies;
  log: Log;
}

const FUNCTION_CALLS = 30;

const REFUSALS = new Set([401, 403, 413, 429]);

const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Answers until there is something to answer with. */
export const starting: Handler = async () =>
  Response.json({ status: 'starting', failing: ['database', 'functions'] }, { status: 503 });

/** Stands before everything that the backend serves: nothing but these paths, and only what passes the checks. */
export function createGateway(parts: GatewayParts): Handler {
  const serve = createGuardedServices(parts);
  return async (request, peer) => {
    const pathname = requestPath(request);
    const service = serviceOf(pathname);
    let response: Response;
    let cors: Record<string, string> = {};
    try {
      cors = corsHeaders(request, parts.siteOrigins);
      if (isPreflight(request)) return withHeaders(preflightResponse(), { ...SAFE_HEADERS, ...cors });
      requireReadableAddress(request);
      if (service) response = withoutCors(await serve(request, service, peer));
      else if (pathname === '/readyz') response = await readiness(parts);
      else throw new Refusal(404, 'not_found', 'There is nothing at this path');
    } catch (error) {
      if (!(error instanceof Refusal)) parts.log('unexpected_error', described(error));
      response = refusalResponse(asRefusal(error), service);
    }
    if (service && (response.status >= 500 || REFUSALS.has(response.status))) {
      parts.log('refused', { method: request.method, path: pathname, status: response.status });
    }
    return withHeaders(response, { ...SAFE_HEADERS, ...cors });
  };
}

function createGuardedServices({ keys, api, functions, authRateLimit, trustedProxies }: GatewayParts) {
  const signIns = new RateLimit(authRateLimit);
  const functionCalls = new RateLimit(authRateLimit === 0 ? 0 : FUNCTION_CALLS);
  const visitors = new VisitorTurns();
  return async (request: Request, service: Service, peer: Peer): Promise<Response> => {
    const pathname = requestPath(request);
    if (isSignIn(request.method, pathname)) {
      signIns.admit(trustedProxies.clientOf(peer.address, request.headers.get('x-forwarded-for')));
    }
    if (isUnsentMailPath(pathname)) throw new Refusal(422, 'email_provider_disabled', 'This backend sends no e-mail');
    if (isProviderPath(pathname)) throw new Refusal(400, 'provider_disabled', 'No provider of accounts is enabled');
    const claims = checkToken(request, service, keys);
    if (service === 'functions') functionCalls.admit(requireUser(claims));
    const readable = await withLimitedBody(request, service);
    if (service === 'functions') return functions.call(readable);
    if (service === 'auth') await requireReadableCredentials(readable);
    return service === 'rest' && isVisitor(request, claims, keys)
      ? visitors.run(() => api(readable), request.signal)
      : api(readable);
  };
}

function serviceOf(pathname: string): Service | undefined {
  const [, service] = /^\/(rest|auth|functions)\/v1\//.exec(pathname) ?? [];
  return service as Service | undefined;
}

function isSignIn(method: string, pathname: string): boolean {
  return method === 'POST' && (pathname === '/auth/v1/token' || pathname === '/auth/v1/signup');
}

function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(500, 'unexpected_failure', 'Something went wrong');
}

/** Services let every origin read what they answer; here that is decided for all of them. */
function withoutCors({ body, status, statusText, headers: own }: Response): Response {
  const headers = new Headers([...own].filter(([name]) => !name.startsWith('access-control-')));
  return new Response(body, { status, statusText, headers });
}

function withHeaders({ body, status, statusText, headers: own }: Response, added: Record<string, string>): Response {
  const headers = new Headers(own);
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return new Response(body, { status, statusText, headers });
}
