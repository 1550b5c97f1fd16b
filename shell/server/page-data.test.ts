import path from 'node:path';
import { freePort } from '@ki/shared/process/free-port.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { build } from '../build/build.ts';
import { storeTinyRemote } from '../build/testing/tiny-remote.ts';
import { ROOT } from '../build/workspace.ts';
import { type AssetServer, serveAssets } from '../cli/asset-server.ts';
import type { Release } from '../registry/schema.ts';
import { bucketCookie } from '../registry/testing/bucket-cookie.ts';
import { type RegistryBackend, startRegistryBackend } from '../registry/testing/registry-backend.ts';
import { by } from '../registry/testing/release.ts';
import { shellPlace } from './testing/shell-process.ts';

const PATIENCE = { timeout: 20_000 };
const SHARED = 'public, max-age=0, s-maxage=1, must-revalidate';

/** A remote whose pages have data, a part of it HTML. */
const withData = (text: string) => `
const { reader } = require('@ki/shared/data/clients.ts');
const sentAsHtml = (value) => Object.defineProperty(value, Symbol.for('ki.sent-as-html'), { value: true });
const failing = { id: 'failing', path: '/tiny/failing', Component: () => null, loader() { throw new Error('kaputt'); } };
const moved = { id: 'moved', path: '/tiny/moved', Component: () => null, loader: () => Response.redirect('http://x/tiny') };
let times = 0;
const loader = async ({ request, params: { name } }) => {
  const query = new URL(request.url).searchParams.get('seite');
  await (await reader()).from('posts').select();
  const result = name === 'none' ? { ok: false, code: 'not_found' } : { ok: true, data: ${JSON.stringify(text)} };
  times += 1;
  return { query, times, result: Promise.resolve(result), article: sentAsHtml({ __html: '<p>Text</p>' }) };
};
const tiny = { id: 'tiny', path: '/tiny/:name', Component: () => 'Seite', loader, handle: { query: ['seite'] } };
exports.remote = { contract: 2, id: 'mf-tiny', routes: [failing, moved, tiny] };`;

let opened: RegistryBackend;
let place: Awaited<ReturnType<typeof shellPlace>>;
let assets: AssetServer;
let release: Release;
const store = (text: string) =>
  storeTinyRemote(place.dataDir, {
    text,
    server: withData(text),
    routes: ['/tiny/failing', '/tiny/moved', '/tiny/:name'],
    release: { query: { '/tiny/:name': ['seite'] } },
  });
// Another test may be building it.
beforeAll(async () => {
  opened = await startRegistryBackend();
  await build(ROOT, 'shell', async () => undefined);
}, 300_000);
afterAll(() => opened.close());
beforeEach(async () => {
  place = await shellPlace(opened);
  release = await store('eins');
  const port = await freePort();
  assets = serveAssets(path.join(place.dataDir, 'store'), 'mf-tiny', port);
  await place.promote(release, { ...by, origin: `http://127.0.0.1:${port}` });
});
afterEach(async () => {
  await assets.stop();
  await place.remove();
});

const nameOf = ({ name, version }: Release) => `${name}@${version}`;
const asking = (of: Release, more: Record<string, string> = {}) => ({ headers: { release: nameOf(of), ...more } });

test('page data are complete, shared by all visitors, and revalidated by their ETag', async () => {
  const { url } = await place.start();
  const answer = await fetch(`${url}/_data/tiny/a?seite=2&utm=x`, asking(release));
  const { headers } = answer;
  expect(await answer.json()).toEqual({
    tiny: { query: '2', times: 1, result: { ok: true, data: 'eins' }, article: { __html: '<p>Text</p>' } },
  });
  expect([answer.status, headers.get('release'), headers.get('cache-control')]).toEqual([200, nameOf(release), SHARED]);
  expect(headers.get('vary')).toBe('release, accept-encoding');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(await (await fetch(`${url}/tiny/a`)).text()).toContain('"article":null');

  const etag = headers.get('etag') ?? '';
  const again = await fetch(`${url}/_data/tiny/a/?seite=2`, asking(release, { 'if-none-match': etag }));
  expect(again.status).toBe(304);
});

test('a request by a page of another release gets 409', async () => {
  const { url } = await place.start();
  const next = await store('zwei');
  await place.promote(next);
  const ask = () => fetch(`${url}/_data/tiny/a`, asking(release));
  await expect.poll(async () => (await ask()).status, PATIENCE).toBe(409);
  const old = await ask();
  expect([old.status, old.headers.get('cache-control'), old.headers.has('release')]).toEqual([
    409,
    'private, no-store',
    false,
  ]);
  expect((await fetch(`${url}/_data/tiny/a`, asking(next))).status).toBe(200);
  expect((await fetch(`${url}/_data/tiny/a`)).status).toBe(409);
});

test('a missing record is page data with status 404, which no cache stores', async () => {
  const { url } = await place.start();
  const answer = await fetch(`${url}/_data/tiny/none`, asking(release));
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'private, no-store']);
  expect(await answer.json()).toMatchObject({ tiny: { result: { ok: false, code: 'not_found' } } });
});

test.each([
  ['a loader that fails', '/tiny/failing', 500],
  ['a page that redirects', '/tiny/moved', 404],
  ['an address that nobody owns', '/nobody', 404],
  ['the shell’s own page', '/login', 404],
  ['no address', '/', 404],
])('%s has no page data', async (_what, address, status) => {
  const { url } = await place.start();
  const answer = await fetch(`${url}/_data${address}`, asking(release));
  expect([answer.status, answer.headers.get('etag')]).toEqual([status, null]);
  expect(answer.headers.has('release')).toBe(status === 500);
  expect((await fetch(`${url}/_data${address}`, { ...asking(release), method: 'POST' })).status).toBe(405);
});

test('during a canary each visitor gets the page data of its own release', async () => {
  const { url } = await place.start();
  const next = await store('zwei');
  await place.registry.publish(next);
  await place.registry.canary(next, 50, by);
  const control = async () => (await fetch(`${url}/login`)).headers.get('cache-control');
  await expect.poll(control, PATIENCE).toBe('private, no-cache');
  for (const [bucket, own, other] of [
    [99, release, next],
    [0, next, release],
  ] as const) {
    const cookie = await bucketCookie(place.dataDir, bucket);
    const answer = await fetch(`${url}/_data/tiny/a`, asking(own, { cookie }));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect((await fetch(`${url}/_data/tiny/a`, asking(other, { cookie }))).status).toBe(409);
  }
});
