import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { build } from '../build/build.ts';
import { storeTinyRemote } from '../build/testing/tiny-remote.ts';
import { ROOT } from '../build/workspace.ts';
import { bucketCookie } from '../registry/testing/bucket-cookie.ts';
import { type RegistryBackend, startRegistryBackend } from '../registry/testing/registry-backend.ts';
import { by } from '../registry/testing/release.ts';
import { shellPlace } from './testing/shell-process.ts';

const PATIENCE = { timeout: 20_000 };
const SHARED = 'public, max-age=0, s-maxage=1, must-revalidate';

let opened: RegistryBackend;
let place: Awaited<ReturnType<typeof shellPlace>>;
// Another test may be building it.
beforeAll(async () => {
  opened = await startRegistryBackend();
  await build(ROOT, 'shell', async () => undefined);
}, 300_000);
afterAll(() => opened.close());
beforeEach(async () => {
  place = await shellPlace(opened);
  await place.promote(await storeTinyRemote(place.dataDir));
});
afterEach(() => place.remove());

const sharing = ({ headers }: Response) => ({
  control: headers.get('cache-control'),
  cdn: headers.get('cdn-cache-control'),
  cookies: headers.getSetCookie(),
});

test('a page is the same for everybody, may be stored by shared caches, and is revalidated by its ETag', async () => {
  const { url } = await place.start();
  const first = await fetch(`${url}/login`);
  const etag = first.headers.get('etag') ?? '';
  expect(sharing(first)).toEqual({ control: SHARED, cdn: 'max-age=1, must-revalidate', cookies: [] });
  expect(first.headers.get('vary')).toBe('accept-encoding');
  const text = await first.text();

  for (const encoding of ['br', 'gzip', 'identity']) {
    const again = await fetch(`${url}/login?x=1`, { headers: { 'accept-encoding': encoding, cookie: 'a=b' } });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([200, etag, text]);
    expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
  }
  for (const named of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
    const known = await fetch(`${url}/login`, { headers: { 'if-none-match': named } });
    expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, etag, '']);
    expect(sharing(known)).toEqual(sharing(first));
  }
  const head = await fetch(`${url}/login`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  expect([head.headers.get('etag'), await head.text()]).toEqual([etag, '']);
  expect((await fetch(`${url}/login`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('another release set has another ETag', async () => {
  const { url } = await place.start();
  const etag = async () => (await fetch(`${url}/login`)).headers.get('etag');
  const before = await etag();
  await place.promote(await storeTinyRemote(place.dataDir, { name: 'mf-more', routes: ['/more'] }));
  await expect.poll(etag, PATIENCE).not.toBe(before);
});

test.each([
  ['a missing page', '/nobody-owns-this', 404],
  ['a failed page', '/tiny', 503],
])('%s is stored by no cache', async (_what, address, status) => {
  const { url } = await place.start();
  const answer = await fetch(url + address, { headers: { 'if-none-match': '*' } });
  expect([answer.status, answer.headers.get('etag')]).toEqual([status, null]);
  expect(sharing(answer)).toEqual({ control: 'private, no-store', cdn: null, cookies: [] });
});

test('during a canary no response may be stored by shared caches', async () => {
  const { url } = await place.start();
  const etag = (await fetch(`${url}/login`)).headers.get('etag') ?? '';
  const next = await storeTinyRemote(place.dataDir, { text: 'two' });
  await place.registry.publish(next);
  await place.registry.canary(next, 50, by);
  const control = async () => sharing(await fetch(`${url}/login`)).control;
  await expect.poll(control, PATIENCE).toBe('private, no-cache');
  const cookie = await bucketCookie(place.dataDir, 99);
  for (const address of ['/login', '/robots.txt']) {
    const first = await fetch(url + address);
    expect(sharing(first)).toEqual({ control: 'private, no-cache', cdn: null, cookies: [expect.any(String)] });
    const later = await fetch(url + address, { headers: { cookie } });
    expect(sharing(later)).toEqual({ control: 'private, no-cache', cdn: null, cookies: [] });
  }
  const headers = { 'if-none-match': etag, cookie };
  const whole = await fetch(`${url}/login`, { headers });
  expect([whole.status, sharing(whole).control]).toEqual([200, 'private, no-cache']);
  const own = { ...headers, 'if-none-match': whole.headers.get('etag') ?? '' };
  expect((await fetch(`${url}/login`, { headers: own })).status).toBe(304);
  expect((await fetch(`${url}/nobody-owns-this`)).headers.get('cache-control')).toBe('private, no-store');
  await place.registry.canary(next, 0, by);
  await expect.poll(control, PATIENCE).toBe(SHARED);
});

test('a page with an override may not be stored by shared caches', async () => {
  const { url } = await place.start({ NODE_ENV: 'development' });
  const etag = (await fetch(`${url}/tiny`)).headers.get('etag') ?? '';
  const set = await fetch(`${url}/overrides`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ overrides: { 'mf-tiny': 'http://127.0.0.1:4001' } }),
  });
  const [cookie = ''] = set.headers.getSetCookie()[0]?.split(';') ?? [];
  const own = await fetch(`${url}/tiny`, { headers: { cookie, 'if-none-match': etag } });
  expect(own.status).toBe(200);
  expect(sharing(own)).toEqual({ control: 'private, no-cache', cdn: null, cookies: [] });
  expect(own.headers.get('content-security-policy')).toContain(' http://127.0.0.1:4001/');
});
