import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { send } from '../http.ts';
import { allowedOrigin } from './allowed-origins.ts';
import { createOverrideAnswers } from './answer-overrides.ts';
import { overrideCookie, readOverrideCookie } from './override-cookie.ts';

const SECRET = 'a secret of more than thirty-two characters';
const BLOG = { 'mf-blog': 'http://127.0.0.1:4001' };

describe('origins', () => {
  test.each([
    ['http://127.0.0.1:4001', 'http://127.0.0.1:4001'],
    ['http://localhost:4001/', 'http://localhost:4001'],
    ['http://[::1]:4001', 'http://[::1]:4001'],
    ['https://dev.example.org', 'https://dev.example.org'],
  ])('%s is allowed', (address, origin) => expect(allowedOrigin(address, ['https://dev.example.org'])).toBe(origin));

  test.each([
    'https://example.org',
    'http://dev.example.org',
    'http://127.0.0.1.example.org',
    'http://127.0.0.1:4001@example.org',
    'http://user@127.0.0.1:4001',
    'http://127.0.0.1:4001/path',
    "http://127.0.0.1:4001; script-src 'unsafe-inline'",
    'javascript://127.0.0.1:4001',
    'elsewhere',
  ])('%s is not', (address) => expect(allowedOrigin(address, ['https://dev.example.org'])).toBeNull());
});

describe('the cookie', () => {
  const cookiePair = (cookie: string) => cookie.split(';')[0] ?? '';
  afterEach(() => {
    vi.useRealTimers();
  });

  test('carries overrides, and is out of reach of scripts', () => {
    const cookie = overrideCookie(BLOG, SECRET, true);
    expect(readOverrideCookie(`release-bucket=7; ${cookiePair(cookie)}`, SECRET)).toEqual(BLOG);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  });

  test('is worth nothing when it was changed, signed by somebody else or made up', () => {
    const [payload = '', signed = ''] = cookiePair(overrideCookie(BLOG, SECRET, false)).split('.');
    const other = Buffer.from(JSON.stringify({ overrides: { 'mf-blog': 'http://127.0.0.1:9' }, until: 9e9 }));
    expect(readOverrideCookie(`overrides=${other.toString('base64url')}.${signed}`, SECRET)).toBeNull();
    expect(readOverrideCookie(`${payload}.${signed}`, `${SECRET}!`)).toBeNull();
    expect(readOverrideCookie('overrides=on', SECRET)).toBeNull();
    expect(readOverrideCookie(undefined, SECRET)).toBeNull();
  });

  test('ends after twelve hours, whatever the browser keeps', () => {
    vi.useFakeTimers();
    const cookie = cookiePair(overrideCookie(BLOG, SECRET, false));
    vi.advanceTimersByTime(12 * 60 * 60 * 1_000 - 2_000);
    expect(readOverrideCookie(cookie, SECRET)).toEqual(BLOG);
    vi.advanceTimersByTime(3_000);
    expect(readOverrideCookie(cookie, SECRET)).toBeNull();
  });
});

describe('setting overrides', () => {
  let server: Server;
  let url: string;
  async function serve(nodeEnv: string | undefined) {
    const supabase = { SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_PUBLISHABLE_KEY: 'key' };
    const config = readConfig({ NODE_ENV: nodeEnv, ...supabase });
    const answer = createOverrideAnswers(config);
    server = createServer(async (request, response) => {
      await send(request, response, await answer(request, new Set(['mf-blog'])));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  beforeEach(() => serve('development'));
  afterEach(() => server.close());

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  test('while developing everybody may', async () => {
    const response = await post({ overrides: BLOG });
    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toMatch(/^overrides=[\w-]+\.[\w-]+; Max-Age=43200; /);
  });

  test('none ends them', async () => {
    const response = await post({ overrides: {} });
    expect(response.headers.get('set-cookie')).toMatch(/^overrides=; Max-Age=0; /);
  });

  test.each([
    ['an unknown remote', { overrides: { 'mf-none': BLOG['mf-blog'] } }, /no remote mf-none; there are mf-blog/],
    ['a strange origin', { overrides: { 'mf-blog': 'https://example.org' } }, /example.org is not allowed/],
    ['something else', '{"overrides":', /Expected/],
    ['too much', { overrides: { 'mf-blog': `http://127.0.0.1:4001/${'x'.repeat(3_000)}` } }, /Expected/],
  ])('%s is refused with words', async (_what, body, words) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { message: string }).message).toMatch(words);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test("another site's page cannot", async () => {
    expect((await post({ overrides: BLOG }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post({ overrides: BLOG }, { 'content-type': 'text/plain' })).status).toBe(403);
  });

  test.each(['production', undefined])(
    'with NODE_ENV=%s nobody may without a session, but everybody may end them',
    async (nodeEnv) => {
      server.close();
      await serve(nodeEnv);
      expect((await post({ overrides: BLOG })).status).toBe(401);
      expect((await post({ overrides: {} })).status).toBe(204);
    },
  );
});
