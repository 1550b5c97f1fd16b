import path from 'node:path';
import { freePort } from '@ki/shared/process/free-port.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { build } from '../build/build.ts';
import { storeTinyRemote } from '../build/testing/tiny-remote.ts';
import { ROOT } from '../build/workspace.ts';
import { type AssetServer, serveAssets } from '../cli/asset-server.ts';
import { bucketCookie } from '../registry/testing/bucket-cookie.ts';
import { type RegistryBackend, startRegistryBackend } from '../registry/testing/registry-backend.ts';
import { by } from '../registry/testing/release.ts';
import { shellPlace } from './testing/shell-process.ts';

const PATIENCE = { timeout: 20_000 };
const SHARED = 'public, max-age=0, s-maxage=1, must-revalidate';
const MARKDOWN = 'text/markdown; charset=utf-8';
const AS_MARKDOWN = { accept: 'text/markdown' };

/** A remote with pages `a` and `b.md`, a list, and texts of all but `b.md`'s neighbour. */
const withTexts = (text: string) => `
const { reader } = require('@ki/shared/data/clients.ts');
const names = ['a', 'ä b', 'x', 'x.md'];
let times = 0;
const missing = () => Object.assign(new Error('none'), { code: 'not_found' });
async function read({ params: { name }, url }) {
  await (await reader()).from('posts').select();
  if (name === 'failing') throw new Error('kaputt');
  if (!names.includes(name)) throw missing();
  times += 1;
  return ${JSON.stringify(text)} + ' ' + name + ' ' + url.pathname + ' ' + times;
}
const result = (name) => names.includes(name) ? { ok: true, data: name } : { ok: false, code: 'not_found' };
const page = {
  id: 'page', path: '/tiny/:name', Component: () => 'Seite',
  loader: ({ params: { name } }) => ({ result: Promise.resolve(result(name)) }),
};
const list = { id: 'list', path: '/tiny', Component: () => 'Liste', handle: { query: ['suche'] } };
const bare = { id: 'bare', path: '/bare', Component: () => 'Ohne Text' };
const sections = async () => [
  { title: 'Seiten', links: [{ title: 'A [1]', path: '/tiny/a', description: 'kurz' }] },
  { title: 'Leer', links: [] },
];
const texts = { pages: [{ path: '/tiny/:name', read }, { path: '/tiny', read: async () => 'Liste' }], sections };
exports.remote = { contract: 2, id: 'mf-tiny', routes: [page, list, bare], texts };`;

let opened: RegistryBackend;
let place: Awaited<ReturnType<typeof shellPlace>>;
let assets: AssetServer;
const store = (text: string) =>
  storeTinyRemote(place.dataDir, {
    text,
    server: withTexts(text),
    routes: ['/tiny', '/tiny/:name', '/bare'],
    release: { query: { '/tiny': ['suche'], '/tiny/:name': [], '/bare': [] }, resources: [] },
  });
// Another test may be building it.
beforeAll(async () => {
  opened = await startRegistryBackend();
  await build(ROOT, 'shell', async () => undefined);
}, 300_000);
afterAll(() => opened.close());
beforeEach(async () => {
  place = await shellPlace(opened);
  const port = await freePort();
  assets = serveAssets(path.join(place.dataDir, 'store'), 'mf-tiny', port);
  await place.promote(await store('eins'), { ...by, origin: `http://127.0.0.1:${port}` });
});
afterEach(async () => {
  await assets.stop();
  await place.remove();
});

const kept = ({ headers }: Response) => [headers.get('cache-control'), headers.get('vary')];

test('the text of a page is at its address with .md, for shared caches as well, and is rendered once', async () => {
  const { url } = await place.start();
  const first = await fetch(`${url}/tiny/a.md?utm=x`);
  expect([first.status, first.headers.get('content-type')]).toEqual([200, MARKDOWN]);
  expect(await first.text()).toBe('eins a /tiny/a 1');
  expect(kept(first)).toEqual([SHARED, 'accept-encoding']);
  expect(first.headers.get('x-robots-tag')).toBe('noindex');
  expect(first.headers.get('link')).toMatch(/^<http:\/\/[^>]+\/tiny\/a>; rel="canonical"$/);

  const again = await fetch(`${url}/Tiny/%61.md`);
  expect([again.headers.get('server-timing'), await again.text()]).toEqual(['cache;desc=hit', 'eins a /tiny/a 1']);
  const etag = first.headers.get('etag') ?? '';
  const known = await fetch(`${url}/tiny/a.md`, { headers: { 'if-none-match': etag } });
  expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, etag, '']);
  const head = await fetch(`${url}/tiny/a.md`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect([head.headers.get('content-length'), await head.text()]).toEqual([String('eins a /tiny/a 1'.length), '']);
});

test('a client that prefers Markdown gets it at the page’s own address, and no shared cache stores it there', async () => {
  const { url } = await place.start();
  const text = await fetch(`${url}/tiny/a`, { headers: AS_MARKDOWN });
  expect([text.headers.get('content-type'), await text.text()]).toEqual([MARKDOWN, 'eins a /tiny/a 1']);
  expect(kept(text)).toEqual(['private, no-cache', 'accept, accept-encoding']);
  expect(text.headers.get('cdn-cache-control')).toBeNull();
  expect(text.headers.get('content-location')).toBe('/tiny/a.md');
  const hit = await fetch(`${url}/tiny/a`, { headers: AS_MARKDOWN });
  expect([hit.headers.get('server-timing'), await hit.text()]).toEqual(['cache;desc=hit', 'eins a /tiny/a 1']);

  const page = await fetch(`${url}/tiny/a`, { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect([page.headers.get('content-type'), page.headers.get('link')]).toEqual(['text/html; charset=utf-8', null]);
  expect(kept(page)).toEqual([SHARED, 'accept-encoding']);
  const etag = text.headers.get('etag') ?? '';
  const known = await fetch(`${url}/tiny/a`, { headers: { ...AS_MARKDOWN, 'if-none-match': etag } });
  expect([known.status, ...kept(known)]).toEqual([304, 'private, no-cache', 'accept, accept-encoding']);
  expect((await fetch(`${url}/tiny/a`, { headers: { 'if-none-match': etag } })).status).toBe(200);
  const ofPage = { ...AS_MARKDOWN, 'if-none-match': page.headers.get('etag') ?? '' };
  expect((await fetch(`${url}/tiny/a`, { headers: ofPage })).status).toBe(200);
});

test('documents of records name their text, and only those that have one', async () => {
  const { url } = await place.start();
  const link = async (address: string) =>
    /<link rel="alternate" type="text\/markdown" href="([^"]*)"/.exec(await (await fetch(url + address)).text())?.[1];
  expect(await link('/tiny/%C3%A4%20b')).toBe('/tiny/%C3%A4%20b.md');
  for (const address of ['/tiny', '/tiny?suche=a', '/tiny/none', '/bare', '/login'])
    expect(await link(address)).toBeUndefined();
});

test('a page whose own address ends in .md is never hidden by the text of another one', async () => {
  const { url } = await place.start();
  const page = await fetch(`${url}/tiny/x.md`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const own = await fetch(`${url}/tiny/x.md.md`);
  expect(await own.text()).toMatch(/^eins x\.md \/tiny\/x\.md \d+$/);
  const other = await fetch(`${url}/tiny/x`, { headers: AS_MARKDOWN });
  expect(await other.text()).toMatch(/^eins x \/tiny\/x \d+$/);
});

test('an address without a text is answered as a page', async () => {
  const { url } = await place.start();
  for (const [address, headers, status] of [
    ['/tiny/none.md', {}, 404],
    ['/tiny/none', AS_MARKDOWN, 404],
    ['/bare', AS_MARKDOWN, 200],
    ['/bare.md', {}, 404],
    ['/tiny?suche=a', AS_MARKDOWN, 200],
    ['/nirgends.md', {}, 404],
  ] as const) {
    for (const time of ['rendered', 'cached']) {
      const answer = await fetch(url + address, { headers });
      const told = [answer.status, answer.headers.get('content-type'), answer.headers.get('vary')];
      expect(told, `${address} ${time}`).toEqual([status, 'text/html; charset=utf-8', 'accept-encoding']);
    }
  }
});

test('a text that cannot be read is a 503 that no cache stores', async () => {
  const { url } = await place.start();
  for (const [address, headers] of [
    ['/tiny/failing.md', {}],
    ['/tiny/failing', AS_MARKDOWN],
  ] as const) {
    const answer = await fetch(url + address, { headers });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'private, no-store']);
  }
});

test('another release has other texts, and during a canary no shared cache stores them', async () => {
  const { url } = await place.start();
  const next = await store('zwei');
  await place.registry.publish(next);
  await place.registry.canary(next, 50, by);
  const ask = (bucket: string) => fetch(`${url}/tiny/a.md`, { headers: { cookie: bucket } });
  const [stays, moves] = await Promise.all([99, 0].map((bucket) => bucketCookie(place.dataDir, bucket)));
  await expect.poll(async () => kept(await ask(stays ?? ''))[0], PATIENCE).toBe('private, no-cache');
  expect(await (await ask(stays ?? '')).text()).toMatch(/^eins a/);
  expect(await (await ask(moves ?? '')).text()).toMatch(/^zwei a/);
  await place.registry.promote(next, by);
  await expect.poll(async () => (await ask(stays ?? '')).text(), PATIENCE).toMatch(/^zwei a/);
});

test('/llms.txt has the sections of all remotes', async () => {
  const { url } = await place.start();
  const answer = await fetch(`${url}/llms.txt`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await answer.text();
  expect(text).toMatch(
    /^# \S.*\n\n> \S.*\n\n## Seiten\n\n- \[A \\\[1\\\]\]\(http:\S+\/tiny\/a\.md\): kurz\n\n## Optional\n/,
  );
  expect(text).not.toContain('Leer');
  expect(
    (await fetch(`${url}/llms.txt`, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })).status,
  ).toBe(304);
});
