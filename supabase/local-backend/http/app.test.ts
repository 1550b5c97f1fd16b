import { proxiesIn } from '@ki/shared/http/proxies.ts';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { fixtureBackend, startFixtureBackend } from '../fixtures/backend.ts';
import { inAnHour, signedToken } from '../fixtures/signed-token.ts';

const site = 'https://lernen.example';
const trustedProxies = proxiesIn('127.0.0.1') ?? undefined;

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
  const headers = { apikey: backend.serviceRoleKey };
  const told = await backend.send('/rest/v1/notes', { method: 'POST', body, headers });
  expect(told.status).toBe(413);
  const untold = { method: 'POST', body: new Blob([body]).stream(), duplex: 'half', headers } as RequestInit;
  expect((await backend.send('/rest/v1/notes', untold)).status).toBe(413);
});

test('sign-ins and sign-ups are limited for each client address, with an error like GoTrue’s', async () => {
  // Forwarded addresses separate no limits without a trusted proxy.
  const statuses: number[] = [];
  for (const client of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
    const init = { json: { email: 'a@example.com', password: 'x' }, headers: { 'x-forwarded-for': client } };
    statuses.push((await backend.send('/auth/v1/token?grant_type=password', init)).status);
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

test('refreshes have a budget of their own, five times that of sign-ins', async () => {
  const limited = await startFixtureBackend({ authRateLimit: 2 });
  onTestFinished(limited.close);
  const json = { email: 'a@example.com', password: 'lang genug' };
  const { refresh_token } = (await limited.ask('/auth/v1/signup', { json })).body;
  const ask = async (grants: string, given: object) =>
    (await limited.send(`/auth/v1/token?${grants}`, { json: given })).status;
  const twice = 'grant_type=refresh_token&grant_type=password';
  const guesses = [];
  for (const grants of ['grant_type=password', twice, twice])
    guesses.push(await ask(grants, { ...json, password: 'falsch', refresh_token: 'x' }));
  expect(guesses.slice(1)).toEqual([429, 429]);
  const refresh = (token: string) => ask('grant_type=refresh_token', { refresh_token: token });
  expect(await refresh(refresh_token)).toBe(200);
  const refreshes = [];
  for (let nth = 0; nth < 10; nth += 1) refreshes.push(await refresh('x'));
  expect(refreshes).toEqual([...Array(9).fill(400), 429]);
});

test('guesses at one account are slowed, whatever their address, until its owner gets in', async () => {
  const slowed = await startFixtureBackend({ authRateLimit: 30, trustedProxies });
  onTestFinished(slowed.close);
  const right = { email: 'owner@example.com', password: 'lang genug' };
  const ask = async (path: string, client: string, json: object) =>
    (await slowed.send(`/auth/v1/${path}`, { json, headers: { 'x-forwarded-for': client } })).status;
  const signIn = (client: string, json: object) => ask('token?grant_type=password', client, json);
  /** While one attempt of a client waits, the other is refused. */
  const twice = async (json: object) =>
    (await Promise.all([signIn('192.0.2.50', json), signIn('192.0.2.50', json)])).sort();
  await ask('signup', '192.0.2.200', right);
  for (const email of [right.email, 'nobody@example.com']) {
    for (let nth = 0; nth < 12; nth += 1)
      expect(await signIn(`192.0.2.${nth}`, { email: email.toUpperCase(), password: 'falsch' })).toBe(400);
    expect(await twice({ email, password: 'falsch' })).toEqual([400, 429]);
  }
  expect(await signIn('192.0.2.201', right)).toBe(200);
  // The owner has shown the password: what came before counts no more.
  expect(await twice(right)).toEqual([200, 200]);
});

test('forwarded addresses separate limits behind a trusted proxy', async () => {
  const behind = await startFixtureBackend({ authRateLimit: 1, trustedProxies });
  onTestFinished(behind.close);
  const statuses: number[] = [];
  for (const client of ['203.0.113.8', '203.0.113.9', '1.2.3.4, 203.0.113.9']) {
    const init = { json: { email: 'a@example.com', password: 'x' }, headers: { 'x-forwarded-for': client } };
    statuses.push((await behind.send('/auth/v1/token?grant_type=password', init)).status);
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
  [`/rest/v1/notes?body=fts.${'!'.repeat(40)}a`, {}],
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

const outsiders = fixtureBackend({ trustedProxies });
beforeAll(() =>
  outsiders.database.execute(`
    create schema shipping;
    create table shipping.deploy_tokens (hash bytea primary key, revoked_at timestamptz, expires_at timestamptz);
    insert into shipping.deploy_tokens values
      (sha256('ki_valid'), null, null), (sha256('ki_ended'), null, '2020-01-01'), (sha256('ki_revoked'), '2020-01-01', null)`),
);

/** The token of an account without rights. */
async function givenOutsider(): Promise<string> {
  const json = { email: `outsider-${crypto.randomUUID()}@example.com`, password: 'lang genug' };
  return (await outsiders.ask('/auth/v1/signup', { json })).body.access_token;
}

/** A body of which a client sends the first part only, and whether it was asked for more. */
function unfinished(start: string, size: number) {
  const state = { asked: 0 };
  const part = Buffer.alloc(64 * 1024, 'x');
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from(start)),
    pull: (controller) => {
      state.asked += part.length;
      if (state.asked > size) controller.close();
      else controller.enqueue(part);
    },
  });
  return { state, init: { method: 'POST', body, duplex: 'half' } as RequestInit };
}

test.each([
  ['body=match.^(.%2B)(.%2B)x%5C1%5C2$', 403],
  ['body=imatch.a.*b', 403],
  ['body=not.match.a%2B', 403],
  ['body=match.a,(b%2B)%2B%24', 403],
  ['or=(body.match."a,(b%2B)%2B%24")', 403],
  ['body=%6Datch.a%2B', 403],
  ['body=match(any).%7Ba%2B%7D', 403],
  ['or=(body.eq.a,body.imatch.a%2B)', 403],
  ['and=(or(body.not.imatch."(a)",body.eq.b),id.gt.1)', 403],
  ['or=(body.imatch.Pr%C3%BCfung%20%5CU0000002e1)', 200],
  ['body=eq.a.match', 200],
])('a filter by a regular expression is for staff, a text of letters for everybody: %s', async (query, status) => {
  const address = `/rest/v1/notes?select=id&${query}`;
  for (const token of [undefined, await givenOutsider()])
    expect((await outsiders.ask(address, { ...(token && { token }) })).status).toBe(status);
  expect((await outsiders.ask(address, { token: outsiders.token })).status).not.toBe(403);
});

const repeated = (column: string, times: number) => Array.from({ length: times }, (_, n) => `n${n}:${column}`).join();

test.each([
  ['a column', repeated('body', 5), 403],
  ['a column as a text', repeated('body::text', 5), 403],
  ['parts of a column', repeated('tags->a', 5), 403],
  ['a table', repeated('comments(body)', 5), 403],
  ['a table within itself', 'id,comments(id,notes(id))', 403],
  ['a table within itself by its foreign keys', 'id,comments_note_id_fkey(id,comments_note_id_fkey(id))', 403],
  ['a column twice', 'id,body,again:body', 200],
  ['a table twice', 'id,a:comments(body),b:comments(count)', 200],
])('an answer that repeats what tables have is for staff: %s', async (_, select, status) => {
  const address = `/rest/v1/notes?select=${encodeURIComponent(select)}`;
  const statuses = [];
  for (const init of [{}, { token: await givenOutsider() }]) statuses.push((await outsiders.ask(address, init)).status);
  expect(statuses).toEqual([status, status]);
  expect((await outsiders.ask(address, { token: outsiders.token })).status).not.toBe(403);
});

test('an answer has 1,000 rows at most, as on a hosted project', async () => {
  await outsiders.database.execute("insert into notes (body) select 'one of many' from generate_series(1, 1001)");
  for (const init of [{}, { token: outsiders.token }])
    expect((await outsiders.ask('/rest/v1/notes?select=id,comments(body)', init)).body).toHaveLength(1000);
});

const sleeping = async () =>
  (await outsiders.database.query("select from pg_stat_activity where state = 'active' and query ~ 'sleep'")).length;

test.each([
  ['accounts without rights', async () => ({ token: await givenOutsider() })],
  ['one client of a shell', async () => ({ headers: { 'x-forwarded-for': '192.0.2.7' } })],
  ['one path on this machine', async () => ({})],
])('statements of %s have the time of visitors, and leave places to the shell and to staff', async (_, given) => {
  const caller = await given();
  const slow = (init: object) => outsiders.ask('/rest/v1/rpc/sleep', { json: { seconds: 3.2 }, ...init });
  const flood = Array.from({ length: 8 }, () => slow(caller));
  await vi.waitUntil(async () => (await sleeping()) >= 4, { timeout: 10_000, interval: 20 });
  const read = (init?: object) => outsiders.send('/rest/v1/notes?select=id&limit=1', init).then(({ ok }) => ok);
  const areServed = Promise.race([
    Promise.race(flood).then(() => false),
    read({ token: outsiders.token }).then(async (isServed) => isServed && read()),
  ]);
  expect(await areServed).toBe(true);
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(flood.map(() => 504));
  expect((await slow({ token: outsiders.token })).status).toBe(204);
});

test('an account of staff with slow statements leaves connections to visitors', async () => {
  const { token } = outsiders;
  const slow = Array.from({ length: 14 }, () => outsiders.ask('/rest/v1/rpc/sleep', { json: { seconds: 3 }, token }));
  await vi.waitUntil(async () => (await sleeping()) >= 9, { timeout: 10_000, interval: 20 });
  const isServed = Promise.race([
    ...slow.map((one) => one.then(() => false)),
    outsiders.send('/rest/v1/notes?select=id').then(({ ok }) => ok),
  ]);
  expect(await isServed).toBe(true);
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 204));
});

test.each([
  ['without a token', '{"picture": {"file": "'],
  ['with an unknown token', '{"token": "ki_x", "picture": {"file": "'],
  ['with a token that has ended', '{"token": "ki_ended", "picture": {"file": "'],
  ['with a revoked token', '{"token": "ki_revoked", "picture": {"file": "'],
  ['with its token at the end', '{"picture": {"file": "","token":"ki_valid'],
])('a large body %s is refused before it is read', async (_, start) => {
  const told = { method: 'POST', body: start.padEnd(5_000_000, 'x') };
  expect((await outsiders.send('/rest/v1/rpc/store_picture', told)).status).toBe(413);
  const request = (init: RequestInit) =>
    new Request('http://backend.test/rest/v1/rpc/store_picture', {
      ...init,
      headers: { apikey: outsiders.publishableKey, 'content-type': 'application/json' },
    });
  const { state, init } = unfinished(start, 5_000_000);
  expect((await outsiders.fetch(request(init), { address: '192.0.2.1' })).status).toBe(413);
  expect(state.asked).toBeLessThan(1_000_000);
});

test('a large body that begins with a valid token is read, and one of staff', async () => {
  const json = { token: 'ki_valid', picture: { file: 'x'.repeat(5_000_000) } };
  expect((await outsiders.ask('/rest/v1/rpc/store_picture', { json })).body).toBe(5_000_000);
  const body = JSON.stringify(json);
  const untold = { method: 'POST', body: new Blob([body]).stream(), duplex: 'half' } as RequestInit;
  expect((await outsiders.ask('/rest/v1/rpc/store_picture', untold)).body).toBe(5_000_000);
  const ofStaff = { json: { ...json, token: '' }, token: outsiders.token };
  expect((await outsiders.ask('/rest/v1/rpc/store_picture', ofStaff)).body).toBe(5_000_000);
});

test('a page of visitors asks for 200 pictures at once, with long addresses', async () => {
  const file = Array.from({ length: 200 }, (_, nth) => String(nth).padEnd(2_048, 'x')).join(' ');
  const json = { token: '', picture: { file } };
  expect((await outsiders.ask('/rest/v1/rpc/store_picture', { json })).body).toBe(file.length);
});

test.each(['/functions/v1/echo', '/storage/v1/object/pictures/x', '/auth/v1/user'])(
  'a large body of an account without rights is refused at %s',
  async (path) => {
    const token = await givenOutsider();
    const { status, body } = await outsiders.ask(path, { token, method: 'POST', body: 'x'.repeat(100_000) });
    expect(path.startsWith('/storage') ? Number(body.statusCode) : status).toBe(413);
  },
);
