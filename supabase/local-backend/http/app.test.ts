import { proxiesIn } from '@ki/shared/http/proxies.ts';
import { expect, onTestFinished, test } from 'vitest';
import { fixtureBackend, startFixtureBackend } from '../fixtures/backend.ts';
import { inAnHour, signedToken } from '../fixtures/signed-token.ts';

const site = 'https://lernen.example';

const backend = fixtureBackend({ authRateLimit: 3, siteOrigins: [site] });

const withToken = (claims: object, path = '/rest/v1/rpc/whoami') =>
  backend.send(path, { token: signedToken(backend.jwtSecret, claims) });

test.each([
  '/',
  '/_system/config',
  '/_system/info',
  '/rest/v1/../../_system/config',
  '/storage/v1/bucket',
  '/functions',
])('nothing is served at %s', async (path) => {
  const response = await fetch(`${backend.url}${path}`, { headers: { apikey: backend.serviceRoleKey } });
  expect(response.status).toBe(404);
});

test('a request with a token runs with the role of the token', async () => {
  const sub = crypto.randomUUID();
  expect(await (await withToken({ role: 'authenticated', sub, exp: inAnHour() })).json()).toBe(`authenticated ${sub}`);
  expect(await (await backend.send('/rest/v1/rpc/whoami')).json()).toBe('anon nobody');
});

test('a token that is refused has the error of its service', async () => {
  const claims = { role: 'authenticated', exp: 1 };
  expect((await withToken(claims)).status).toBe(401);
  expect((await withToken(claims, '/functions/v1/echo')).status).toBe(401);
  const auth = await withToken(claims, '/auth/v1/user');
  expect([auth.status, (await auth.json()).error_code]).toEqual([403, 'bad_jwt']);
});

test('functions require a session', async () => {
  expect((await backend.send('/functions/v1/echo', { json: {} })).status).toBe(401);
  expect((await withToken({ role: 'anon', exp: inAnHour() }, '/functions/v1/echo')).status).toBe(401);
});

test('calls of functions are limited for each user', async () => {
  const claims = { role: 'authenticated', sub: crypto.randomUUID(), exp: inAnHour() };
  const call = () => withToken(claims, '/functions/v1/echo');
  const statuses = await Promise.all(Array.from({ length: 31 }, async () => (await call()).status));
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect((await withToken({ ...claims, sub: crypto.randomUUID() }, '/functions/v1/echo')).status).toBe(404);
});

test('a body may have up to 1 MB, with or without content-length', async () => {
  const body = JSON.stringify({ body: 'x'.repeat(1024 * 1024) });
  const told = await backend.send('/rest/v1/notes', { method: 'POST', body });
  expect(told.status).toBe(413);
  const untold = { method: 'POST', body: new Blob([body]).stream(), duplex: 'half' } as RequestInit;
  expect((await backend.send('/rest/v1/notes', untold)).status).toBe(413);
});

test('sign-ins and sign-ups are limited for each client address, with an error like GoTrue’s', async () => {
  // Forwarded addresses separate no limits without a trusted proxy.
  const statuses: number[] = [];
  for (const [client, grant] of ['password', 'refresh_token', 'password'].entries()) {
    const json = { email: 'a@example.com', password: 'x', refresh_token: 'x' };
    const headers = { 'x-forwarded-for': `203.0.113.${client}` };
    statuses.push((await backend.send(`/auth/v1/token?grant_type=${grant}`, { json, headers })).status);
  }
  expect(statuses).toEqual([400, 400, 400]);
  const refused = await backend.send('/auth/v1/signup', { json: { email: 'a@example.com', password: 'lang genug' } });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(290);
  expect(await refused.json()).toEqual({
    code: 429,
    error_code: 'over_request_rate_limit',
    msg: 'Request rate limit reached',
  });
  const disguised = await backend.send('/auth/v1/%74oken?grant_type=password', { json: {} });
  expect(disguised.status).toBe(429);
  expect((await backend.send('/auth/v1/settings')).status).toBe(200);
});

test('forwarded addresses separate limits behind a trusted proxy', async () => {
  const trustedProxies = proxiesIn('127.0.0.1') ?? undefined;
  const behind = await startFixtureBackend({ authRateLimit: 1, trustedProxies });
  onTestFinished(behind.close);
  const statuses: number[] = [];
  for (const client of ['203.0.113.8', '203.0.113.9', '1.2.3.4, 203.0.113.9']) {
    const init = { json: { refresh_token: 'x' }, headers: { 'x-forwarded-for': client } };
    statuses.push((await behind.send('/auth/v1/token?grant_type=refresh_token', init)).status);
  }
  expect(statuses).toEqual([400, 400, 429]);
});

test.each(['otp', 'recover', 'magiclink', 'verify', 'resend', '%6Ftp'])(
  'sign-in by mail is refused at %s',
  async (path) => {
    expect((await backend.send(`/auth/v1/${path}`, { json: { email: 'admin@example.com' } })).status).toBe(422);
  },
);

test.each([
  ['/rest/v1/notes?no%00te=eq.1', {}],
  ['/rest/v1/notes%C3', {}],
  ['/rest/v1/notes?body=like(all).true', {}],
  ['/rest/v1/notes?__proto__=__proto__.1', { method: 'HEAD' }],
  ['/auth/v1/user', { json: { email: 'a@example.com', password: 12345678 } }],
  ['/auth/v1/settings', { json: { email: 'a@example.com', data: { name: 'a\u0000' } } }],
])('an unreadable request to %s with %j is 400', async (path, init) => {
  expect((await backend.send(path, init)).status).toBe(400);
});

test.each([site, 'http://127.0.0.1:3000', 'http://localhost:3001'])(
  'pages of %s may call, and keep no response',
  async (origin) => {
    const preflight = await fetch(`${backend.url}/rest/v1/notes`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'apikey,prefer' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/apikey.*prefer/);
    expect(Number(preflight.headers.get('access-control-max-age'))).toBeGreaterThanOrEqual(7200);
    const response = await backend.send('/rest/v1/notes?select=id', { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-expose-headers')).toContain('content-range');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test.each(['https://evil.example', 'https://127.0.0.1.evil.example', 'null'])('pages of %s may not', async (origin) => {
  for (const method of ['OPTIONS', 'GET']) {
    const headers = { origin, 'access-control-request-method': 'GET' };
    const response = await backend.send('/rest/v1/notes?select=id', { method, headers });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('a long response is compressed for clients that accept it', async () => {
  await backend.database.execute("insert into notes (body) select 'a note among many' from generate_series(1, 100)");
  const read = (encoding: string) =>
    backend.send('/rest/v1/notes?select=body', { headers: { 'accept-encoding': encoding } });
  const [compressed, plain] = [await read('gzip'), await read('identity')];
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await compressed.json()).toEqual(await plain.json());
});
