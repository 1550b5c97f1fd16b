import { hash, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as requestOf } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

/** The code that an authenticator app would show, `steps` of 30 seconds from now. No other program computes it. */
export function codeOf(secret: string, steps = 0): string {
  const digest = hash('sha256', `${secret} ${Math.floor(Date.now() / 30_000) + steps}`);
  return String(Number.parseInt(digest.slice(0, 8), 16) % 1_000_000).padStart(6, '0');
}

interface Factor {
  readonly id: string;
  readonly account: string;
  readonly secret: string;
  status: 'unverified' | 'verified';
}

interface Claims {
  readonly sub: string;
  readonly session_id: string;
}

const claimsIn = (token: string): Claims => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** The `fetch` of the tests' window asks as a page of another origin. */
async function ask(address: string, method: string, headers: IncomingHttpHeaders, body?: unknown) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const { 'content-length': _length, 'accept-encoding': _encoding, ...rest } = headers;
  const length = sent === undefined ? {} : { 'content-length': Buffer.byteLength(sent) };
  requestOf(address, { method, headers: { ...rest, ...length } }, resolve)
    .on('error', reject)
    .end(sent);
  const answer = await promise;
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await textOf(answer) };
}

/**
 * Speaks GoTrue's API of second factors and of mails in front of a real backend, which has neither. Tokens of the backend
 * get the claim `aal`; what comes back is passed on as the backend made it.
 */
export async function startSecondFactorBackend(backend: string) {
  const factors: Factor[] = [];
  const mails: { email: unknown; redirectTo: string | null }[] = [];
  const levels = new Map<string, string>();
  const originals = new Map<string, string>();
  const refreshTokens = new Map<string, string>();

  const tokenFor = (original: string): string => {
    const [header, , signature] = original.split('.');
    const claims = claimsIn(original);
    const aal = levels.get(claims.session_id) ?? 'aal1';
    const shown = `${header}.${Buffer.from(JSON.stringify({ ...claims, aal })).toString('base64url')}.${signature}`;
    originals.set(shown, original);
    return shown;
  };
  const userWithFactors = (user: { id: string }) => ({
    ...user,
    factors: factors
      .filter(({ account }) => account === user.id)
      .map(({ id, status }) => ({ id, status, factor_type: 'totp', friendly_name: 'Authenticator app' })),
  });
  const sessionOf = (body: { access_token: string; refresh_token: string; user: { id: string } }) => {
    refreshTokens.set(claimsIn(body.access_token).session_id, body.refresh_token);
    return { ...body, access_token: tokenFor(body.access_token), user: userWithFactors(body.user) };
  };

  async function passOn(request: IncomingMessage, body: unknown, original: string | undefined) {
    const { method = 'GET', url = '' } = request;
    const { host: _host, connection: _connection, ...headers } = request.headers;
    if (original) headers.authorization = `Bearer ${original}`;
    const answer = await ask(`${backend}${url}`, method, headers, body);
    const { text } = answer;
    const isAccount = answer.status === 200 && /^\/auth\/v1\/(token|user|signup)/.test(url) && text;
    if (!isAccount) return { answer, text };
    const stored = JSON.parse(text);
    return { answer, text: JSON.stringify(stored.access_token ? sessionOf(stored) : userWithFactors(stored)) };
  }

  async function actOnFactor({ method }: IncomingMessage, path: string, body: unknown, original: string) {
    const { sub: account, session_id: session } = claimsIn(original);
    const [, id, act] = /^\/auth\/v1\/factors(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
    const factor = factors.find((one) => one.id === id && one.account === account);
    if (method === 'POST' && !id) {
      const added: Factor = { id: randomUUID(), account, secret: randomUUID(), status: 'unverified' };
      factors.push(added);
      const uri = `otpauth://totp/site:account?secret=${added.secret}`;
      const qr_code = '<svg xmlns="http://www.w3.org/2000/svg"/>';
      return { id: added.id, type: 'totp', totp: { qr_code, secret: added.secret, uri } };
    }
    if (!factor) return refusal(404, 'mfa_factor_not_found', 'Factor not found');
    if (act === 'challenge') return { id: randomUUID(), type: 'totp', expires_at: Math.floor(Date.now() / 1000) + 300 };
    if (act === 'verify') {
      const { code } = Object(body) as { code?: string };
      const isRight = [-1, 0, 1].some((steps) => codeOf(factor.secret, steps) === code);
      if (!isRight) return refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
      factor.status = 'verified';
      levels.set(session, 'aal2');
      const user = userWithFactors({ id: account, ...(await accountOf(original)) });
      const refresh_token = refreshTokens.get(session);
      return { access_token: tokenFor(original), token_type: 'bearer', expires_in: 3600, refresh_token, user };
    }
    if (factor.status === 'verified' && levels.get(session) !== 'aal2') {
      return refusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    factors.splice(factors.indexOf(factor), 1);
    return { id: factor.id };
  }

  let apikey = '';
  const accountOf = async (token: string) =>
    JSON.parse((await ask(`${backend}/auth/v1/user`, 'GET', { apikey, authorization: `Bearer ${token}` })).text);

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', backend);
    const sent = await textOf(request);
    const body: unknown = sent ? JSON.parse(sent) : undefined;
    const shown = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const original = originals.get(shown);
    apikey = String(request.headers.apikey ?? apikey);
    const cors = { 'access-control-allow-origin': request.headers.origin ?? '*', 'content-type': 'application/json' };
    if (request.method !== 'OPTIONS' && pathname.startsWith('/auth/v1/factors') && original) {
      const answer = await actOnFactor(request, pathname, body, original);
      const status = 'error_code' in answer ? answer.code : 200;
      return response.writeHead(status, cors).end(JSON.stringify(answer));
    }
    if (request.method === 'POST' && pathname === '/auth/v1/recover') {
      mails.push({ email: (body as { email?: unknown }).email, redirectTo: searchParams.get('redirect_to') });
      return response.writeHead(200, cors).end('{}');
    }
    const { answer, text } = await passOn(request, body, original);
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers;
    return response.writeHead(answer.status, headers).end(text);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    /** The backend's own token. */
    originalOf: (token: string) => originals.get(token) ?? token,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const refusal = (code: number, error_code: string, msg: string) => ({ code, error_code, msg });
