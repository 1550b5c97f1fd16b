import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { type Listening, listening } from '../http/testing/listening.ts';
import { temporaryServer } from '../testing/temporary.ts';
import { allowedOrigin, createOverrideSetter, overrideCookie, readOverrideCookie, readOverrides } from './overrides.ts';

const SECRET = 'a secret of more than thirty-two characters';
const BLOG = { 'mf-blog': 'http://127.0.0.1:4001' };
const ACCOUNT = 'a4c2b0f0-55a1-4bfb-9d7e-0a4a9d9a0001';
const KEPT = { overrides: BLOG, account: ACCOUNT };

const TOKEN = `e30.${Buffer.from(JSON.stringify({ sub: ACCOUNT })).toString('base64url')}.x`;
const ENVIRONMENT = { SUPABASE_URL: 'http://127.0.0.1:8', SUPABASE_PUBLISHABLE_KEY: 'key', SHELL_TOKEN: 'token' };

const cookiePair = (cookie: string) => cookie.split(';')[0] ?? '';

describe('origins', () => {
  test.each([
    ['http://127.0.0.1:4001', 'http://127.0.0.1:4001'],
    ['http://localhost:4001/', 'http://localhost:4001'],
    ['http://[::1]:4001', 'http://[::1]:4001'],
    ['https://dev.example.org', 'https://dev.example.org'],
  ])('%s is allowed', (address, origin) => expect(allowedOrigin(address, ['https://dev.example.org'])).toBe(origin));

  test.each(
    Object.entries({
      'no listed host': ['https://example.org', 'http://dev.example.org', 'http://127.0.0.1.example.org'],
      'of an account': ['http://127.0.0.1:4001@example.org', 'http://user@127.0.0.1:4001'],
      'more than an origin': ['http://127.0.0.1:4001/path', "http://127.0.0.1:4001; script-src 'unsafe-inline'"],
      'no web address': ['javascript://127.0.0.1:4001', 'elsewhere'],
    }),
  )('what is %s is not', (_what, addresses) => {
    expect(addresses.filter((address) => allowedOrigin(address, ['https://dev.example.org']) !== null)).toEqual([]);
  });
});

describe('the cookie', () => {
  test('carries overrides and is HttpOnly', () => {
    const cookie = overrideCookie(KEPT, SECRET, true);
    expect(readOverrideCookie(`release-bucket=7; ${cookiePair(cookie)}`, SECRET)).toMatchObject(KEPT);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  });

  test('is ignored when it was changed, signed with another secret or is malformed', () => {
    const [payload = '', signed = ''] = cookiePair(overrideCookie(KEPT, SECRET, false)).split('.');
    const forged = { ...KEPT, overrides: { 'mf-blog': 'http://127.0.0.1:9' }, until: 9e9 };
    const other = Buffer.from(JSON.stringify(forged));
    expect(readOverrideCookie(`overrides=${other.toString('base64url')}.${signed}`, SECRET)).toBeNull();
    expect(readOverrideCookie(`${payload}.${signed}`, `${SECRET}!`)).toBeNull();
    expect(readOverrideCookie('overrides=on', SECRET)).toBeNull();
    expect(readOverrideCookie(null, SECRET)).toBeNull();
  });

  test('expires after twelve hours, even if the browser keeps it', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const cookie = cookiePair(overrideCookie(KEPT, SECRET, false));
    vi.advanceTimersByTime(12 * 60 * 60 * 1_000 - 2_000);
    expect(readOverrideCookie(cookie, SECRET)).toMatchObject(KEPT);
    vi.advanceTimersByTime(3_000);
    expect(readOverrideCookie(cookie, SECRET)).toBeNull();
  });
});

/** A database that has the staff check only. */
async function staffDatabase() {
  const staff = new Set([ACCOUNT]);
  let isUp = true;
  let questions = 0;
  const url = await temporaryServer(async (request, response) => {
    questions += 1;
    if (!isUp) return void response.writeHead(500).end();
    const { account } = (await new Response(Readable.toWeb(request) as ReadableStream).json()) as { account?: string };
    const isStaff = account === undefined ? request.headers.authorization === `Bearer ${TOKEN}` : staff.has(account);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(isStaff));
  });
  return {
    supabase: { url, key: 'key' },
    remove: (account: string) => staff.delete(account),
    break: () => {
      isUp = false;
    },
    questions: () => questions,
  };
}

describe('overrides', () => {
  let database: Awaited<ReturnType<typeof staffDatabase>>;
  const settings = { isStaffOnly: true, origins: [], secret: SECRET };
  const cookie = cookiePair(overrideCookie(KEPT, SECRET, false));
  const start = (askAgainMs?: number) =>
    readOverrides({ overrides: settings, supabase: database.supabase }, askAgainMs);
  beforeEach(async () => {
    database = await staffDatabase();
  });

  test('are in force while their owner is staff, and the result of the check is cached', async () => {
    const inForce = start();
    expect(await Promise.all([inForce(cookie), inForce(cookie)])).toEqual([BLOG, BLOG]);
    expect(await inForce(cookie)).toEqual(BLOG);
    expect(database.questions()).toBe(1);
  });

  test('end soon after their owner has lost the rights', async () => {
    const inForce = start(1);
    expect(await inForce(cookie)).toEqual(BLOG);
    database.remove(ACCOUNT);
    await expect.poll(() => inForce(cookie)).toBeNull();
  });

  test('are not in force while the database does not respond', async () => {
    database.break();
    expect(await start()(cookie)).toBeNull();
  });

  test('without an account are in force in development only', async () => {
    const nobodys = cookiePair(overrideCookie({ ...KEPT, account: null }, SECRET, false));
    expect(await start()(nobodys)).toBeNull();
    const developing = { overrides: { ...settings, isStaffOnly: false }, supabase: database.supabase };
    expect(await readOverrides(developing)(nobodys)).toEqual(BLOG);
    expect(database.questions()).toBe(0);
  });

  test('belong to the account that the token names', async () => {
    const answer = createOverrideSetter({
      ...readConfig(ENVIRONMENT),
      overrides: settings,
      supabase: database.supabase,
    });
    const shell = await listening((request) => answer(request, new Set(['mf-blog'])));
    const set = (token: string) =>
      fetch(shell.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ overrides: BLOG }),
      });
    expect((await set('other')).status).toBe(403);
    const cookies = (await set(TOKEN)).headers.get('set-cookie') ?? '';
    expect(readOverrideCookie(cookiePair(cookies), SECRET)).toMatchObject(KEPT);
    shell.close();
  });
});

describe('setting overrides', () => {
  let server: Listening;
  async function serve(nodeEnv: string | undefined) {
    const config = readConfig({ NODE_ENV: nodeEnv, ...ENVIRONMENT });
    const answer = createOverrideSetter(config);
    server = await listening((request) => answer(request, new Set(['mf-blog'])));
  }
  beforeEach(() => serve('development'));
  afterEach(() => server.close());

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  test('in development everybody may set them, and an empty set deletes the cookie', async () => {
    const response = await post({ overrides: BLOG });
    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toMatch(/^overrides=[\w-]+\.[\w-]+; Max-Age=43200; /);
    expect((await post({ overrides: {} })).headers.get('set-cookie')).toMatch(/^overrides=; Max-Age=0; /);
  });

  test.each([
    ['an unknown remote', { overrides: { 'mf-none': BLOG['mf-blog'] } }, /no remote mf-none; there are mf-blog/],
    ['a strange origin', { overrides: { 'mf-blog': 'https://example.org' } }, /example.org is not allowed/],
    ['malformed JSON', '{"overrides":', /Expected/],
    ['too much', { overrides: { 'mf-blog': `http://127.0.0.1:4001/${'x'.repeat(3_000)}` } }, /Expected/],
  ])('%s is refused with a message', async (_what, body, words) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { message: string }).message).toMatch(words);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('a page of another site may not set them', async () => {
    expect((await post({ overrides: BLOG }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post({ overrides: BLOG }, { 'content-type': 'text/plain' })).status).toBe(403);
  });

  test.each(['production', undefined])(
    'with NODE_ENV=%s a session is required to set them, but not to delete them',
    async (nodeEnv) => {
      server.close();
      await serve(nodeEnv);
      expect((await post({ overrides: BLOG })).status).toBe(401);
      expect((await post({ overrides: {} })).status).toBe(204);
    },
  );
});
