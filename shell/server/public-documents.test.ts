import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { Release } from '../registry/schema.ts';
import { by } from '../registry/testing/release.ts';
import { serverWithTexts } from './testing/remote-with-texts.ts';
import { shellBackend, shellPlaces } from './testing/shells.ts';

const PATIENCE = { timeout: 20_000 };
const SHARED = 'public, max-age=0, s-maxage=1, must-revalidate';
const OWN = 'private, no-cache';
const NOT_STORED = 'private, no-store';
const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const AS_MARKDOWN = { accept: 'text/markdown' };

const { place, store, start, serve, canary, cookieOf } = shellPlaces(shellBackend(), 'block');
const storeWith = (text: string) =>
  store({
    text,
    server: serverWithTexts(text),
    routes: ['/tiny', '/tiny/failing', '/tiny/moved', '/tiny/:name', '/bare'],
    release: { query: { '/tiny': ['suche'], '/tiny/:name': ['seite'], '/bare': [] }, resources: [] },
  });

let url: string;
let one: Release;
let two: Release;
beforeAll(async () => {
  [one, two] = [await storeWith('eins'), await storeWith('zwei')];
  await place().promote(one, { ...by, origin: await serve() });
  ({ url } = await start());
});
const get = (address: string, headers: Record<string, string> = {}) => fetch(url + address, { headers });
const ofRelease = ({ name, version }: Release) => ({ headers: { release: `${name}@${version}` } });
const ask = (address: string, release: Release, more: Record<string, string> = {}) =>
  get(address, { ...ofRelease(release).headers, ...more });
const etagOf = ({ headers }: Response) => headers.get('etag') ?? '';
const sharing = ({ headers }: Response) => [
  headers.get('cache-control'),
  headers.get('cdn-cache-control'),
  headers.getSetCookie(),
];

test('a page is the same for everybody, whatever its encoding, query and cookies, and may be stored by shared caches', async () => {
  const first = await get('/login');
  const etag = etagOf(first);
  expect(sharing(first)).toEqual([SHARED, 'max-age=1, must-revalidate', []]);
  const text = await first.text();
  for (const encoding of ['br', 'gzip', 'identity']) {
    const again = await get('/login?x=1', { 'accept-encoding': encoding, cookie: 'a=b' });
    expect([again.status, etagOf(again), await again.text()]).toEqual([200, etag, text]);
    expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
  }
});

test.each<readonly [string, string, Record<string, string>, string, string, string]>([
  ['a page', '/tiny/b', {}, HTML, SHARED, 'accept-encoding'],
  ['page data', '/_data/tiny/b', {}, 'application/json', SHARED, 'release, accept-encoding'],
  ['the text of a page', '/tiny/b.md', {}, MARKDOWN, SHARED, 'accept-encoding'],
  ['the text at the page’s own address', '/tiny/b', AS_MARKDOWN, MARKDOWN, OWN, 'accept, accept-encoding'],
  ['the list of texts', '/llms.txt', {}, 'text/plain; charset=utf-8', 'no-cache', 'accept-encoding'],
  ['the sitemap', '/sitemap.xml', {}, 'application/xml; charset=utf-8', 'no-cache', 'accept-encoding'],
])('%s says who may store it, and is revalidated by its ETag', async (_what, address, more, type, control, vary) => {
  const headers = { ...more, ...ofRelease(one).headers, 'accept-encoding': 'identity' };
  const first = await get(address, headers);
  const kept = (answer: Response) => ['cache-control', 'vary', 'etag'].map((name) => answer.headers.get(name));
  expect([first.status, first.headers.get('content-type')]).toEqual([200, type]);
  expect(kept(first)).toEqual([control, vary, etagOf(first)]);
  const length = Buffer.byteLength(await first.text());
  const same = await get(address, { ...headers, 'if-none-match': etagOf(first) });
  expect([same.status, ...kept(same)]).toEqual([304, ...kept(first)]);
  const head = await fetch(url + address, { method: 'HEAD', headers });
  expect([head.headers.get('content-length'), ...kept(head), await head.text()]).toEqual([
    String(length),
    ...kept(first),
    '',
  ]);
});

test.each<readonly [string, string, Record<string, string>, number]>([
  ['a missing page', '/nobody-owns-this', {}, 404],
  ['a page of a missing record', '/tiny/none', {}, 404],
  ['a failed page', '/tiny/failing', {}, 500],
  ['data of a missing record', '/_data/tiny/none', {}, 404],
  ['a text that cannot be read', '/tiny/broken.md', {}, 503],
  ['a text that cannot be read, at the address of the page', '/tiny/broken', AS_MARKDOWN, 503],
])('%s is stored by no cache', async (_what, address, more, status) => {
  const answer = await ask(address, one, { ...more, 'if-none-match': '*' });
  expect([answer.status, etagOf(answer)]).toEqual([status, '']);
  expect(sharing(answer)).toEqual([NOT_STORED, null, []]);
});

test.each([
  ['/favicon.ico', 'image/x-icon', 22, 32],
  ['/apple-touch-icon.png', 'image/png', 0, 180],
])('%s is the icon of the site, kept for a day and revalidated by its ETag', async (address, type, imageAt, size) => {
  const first = await get(address);
  const file = Buffer.from(await first.arrayBuffer());
  expect([first.status, first.headers.get('content-type')]).toEqual([200, type]);
  expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
  const { width, height, format } = await sharp(file.subarray(imageAt)).metadata();
  expect({ width, height, format }).toEqual({ width: size, height: size, format: 'png' });
  const { dominant } = await sharp(file.subarray(imageAt)).stats();
  expect(dominant).toEqual({ r: 24, g: 40, b: 120 });
  const same = await get(address, { 'if-none-match': etagOf(first) });
  expect([same.status, await same.text()]).toEqual([304, '']);
  const head = await fetch(url + address, { method: 'HEAD' });
  expect([head.headers.get('content-length'), etagOf(head)]).toEqual([String(file.length), etagOf(first)]);
});

test('an address that ends in slashes redirects for good', async () => {
  const answer = await fetch(`${url}/tiny/b//?seite=2`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/tiny/b?seite=2']);
});

test('a redirect to a preview is stored nowhere', async () => {
  const answer = await fetch(`${url}/preview/${'0a'.repeat(32)}/`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([308, 'private, no-store']);
});

test.each<readonly [string, Record<string, string>, number, string | null, string]>([
  ['/tiny/alt', {}, 308, '/tiny/a', SHARED],
  ['/tiny/alt', AS_MARKDOWN, 308, '/tiny/a', SHARED],
  ['/tiny/alt.md', {}, 308, '/tiny/a.md', SHARED],
  ['/_data/tiny/alt?seite=2', {}, 404, '/tiny/a?seite=2', NOT_STORED],
  ['/tiny/weg', {}, 410, null, NOT_STORED],
  ['/tiny/weg', AS_MARKDOWN, 410, null, NOT_STORED],
  ['/tiny/weg.md', {}, 410, null, NOT_STORED],
  ['/_data/tiny/weg', {}, 410, null, NOT_STORED],
])('the former address %s leads on or is gone (%o)', async (address, more, status, location, control) => {
  const answer = await fetch(url + address, { redirect: 'manual', headers: { ...ofRelease(one).headers, ...more } });
  expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
    status,
    location,
    control,
  ]);
});

test('page data are complete, also where the document leaves them out', async () => {
  const answer = await ask('/_data/tiny/daten?seite=2&utm=x', one);
  expect(await answer.json()).toEqual({
    page: { seite: '2', times: 1, result: { ok: true, data: 'eins' }, article: { __html: '<p>Text</p>' } },
  });
  expect([answer.headers.get('release'), answer.headers.get('x-robots-tag')]).toEqual([
    ofRelease(one).headers.release,
    'noindex',
  ]);
  expect(await (await get('/tiny/daten')).text()).toContain('"article":null');
  expect((await ask('/_data/tiny/daten/?seite=2', one, { 'if-none-match': etagOf(answer) })).status).toBe(304);
  expect(await (await ask('/_data/tiny/none', one)).json()).toMatchObject({ page: { result: { code: 'not_found' } } });
});

test.each([
  ['a loader that fails', '/tiny/failing', 500],
  ['a page that redirects', '/tiny/moved', 404],
  ['an address that nobody owns', '/nobody', 404],
  ['the shell’s own page', '/login', 404],
  ['no address', '/', 404],
])('%s has no page data', async (_what, address, status) => {
  const answer = await ask(`/_data${address}`, one);
  expect([answer.status, etagOf(answer)]).toEqual([status, '']);
  expect(answer.headers.has('release')).toBe(status === 500);
  expect((await fetch(`${url}/_data${address}`, { ...ofRelease(one), method: 'POST' })).status).toBe(405);
});

test('another release has another ETag and other texts, and a request by a page of the one before gets 409', async () => {
  const etag = etagOf(await get('/login'));
  await place().promote(two);
  await expect.poll(async () => (await ask('/_data/tiny/a', one)).status, PATIENCE).toBe(409);
  const old = await ask('/_data/tiny/a', one);
  expect([...sharing(old), old.headers.has('release')]).toEqual([NOT_STORED, null, [], false]);
  expect((await ask('/_data/tiny/a', two)).status).toBe(200);
  expect((await get('/_data/tiny/a')).status).toBe(409);
  expect(await (await get('/tiny/a.md')).text()).toMatch(/^zwei a/);
  expect(etagOf(await get('/login'))).not.toBe(etag);
  await place().promote(one);
  await expect.poll(async () => (await ask('/_data/tiny/a', one)).status, PATIENCE).toBe(200);
});

test('during a canary no response may be stored by shared caches, and each visitor gets its own release', async () => {
  const etag = etagOf(await get('/login'));
  await canary(two, 50);
  const control = async () => sharing(await get('/login'))[0];
  await expect.poll(control, PATIENCE).toBe(OWN);
  for (const [bucket, own, other, text] of [
    [99, one, two, 'eins a'],
    [0, two, one, 'zwei a'],
  ] as const) {
    const cookie = await cookieOf(bucket);
    for (const address of ['/login', '/robots.txt', '/_data/tiny/a', '/tiny/a.md']) {
      const answer = await ask(address, own, { cookie });
      expect([answer.status, ...sharing(answer)]).toEqual([200, OWN, null, []]);
    }
    expect(await (await get('/tiny/a.md', { cookie })).text()).toContain(text);
    const former = await fetch(`${url}/tiny/alt`, { redirect: 'manual', headers: { cookie } });
    expect([former.status, ...sharing(former)]).toEqual([308, OWN, null, []]);
    expect((await ask('/_data/tiny/a', other, { cookie })).status).toBe(409);
  }
  for (const address of ['/login', '/robots.txt'])
    expect(sharing(await get(address))).toEqual([OWN, null, [expect.any(String)]]);
  const cookie = await cookieOf(99);
  const whole = await get('/login', { cookie, 'if-none-match': etag });
  expect([whole.status, sharing(whole)[0]]).toEqual([200, OWN]);
  expect((await get('/login', { cookie, 'if-none-match': etagOf(whole) })).status).toBe(304);
  expect(sharing(await get('/nobody-owns-this'))[0]).toBe(NOT_STORED);
  await canary(two, 0);
  await expect.poll(control, PATIENCE).toBe(SHARED);
});

test('a page with an override may not be stored by shared caches', async () => {
  const developing = await start({ NODE_ENV: 'development' });
  const etag = etagOf(await fetch(`${developing.url}/bare`));
  const set = await fetch(`${developing.url}/overrides`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ overrides: { 'mf-tiny': 'http://127.0.0.1:4001' } }),
  });
  const [cookie = ''] = set.headers.getSetCookie()[0]?.split(';') ?? [];
  const own = await fetch(`${developing.url}/bare`, { headers: { cookie, 'if-none-match': etag } });
  expect([own.status, ...sharing(own)]).toEqual([200, OWN, null, []]);
  expect(own.headers.get('content-security-policy')).toContain(' http://127.0.0.1:4001/');
});

test('the text of a page is at its address with .md, rendered once, and not for search engines', async () => {
  const first = await get('/tiny/text.md?utm=x');
  expect(await first.text()).toBe('eins text /tiny/text 1');
  expect(first.headers.get('x-robots-tag')).toBe('noindex');
  expect(first.headers.get('link')).toMatch(/^<http:\/\/[^>]+\/tiny\/text>; rel="canonical"$/);
  const again = await get('/Tiny/tex%74.md');
  expect([again.headers.get('server-timing'), await again.text()]).toEqual([
    'cache;desc=hit',
    'eins text /tiny/text 1',
  ]);
});

test('a client that prefers Markdown gets it at the page’s own address, apart from the page', async () => {
  const text = await get('/tiny/x', AS_MARKDOWN);
  expect(await text.text()).toBe('eins x /tiny/x 1');
  expect([text.headers.get('cdn-cache-control'), text.headers.get('content-location')]).toEqual([null, '/tiny/x.md']);
  const hit = await get('/tiny/x', AS_MARKDOWN);
  expect([hit.headers.get('server-timing'), await hit.text()]).toEqual(['cache;desc=hit', 'eins x /tiny/x 1']);
  const page = await get('/tiny/x', { accept: 'text/html,*/*;q=0.8' });
  expect([page.headers.get('content-type'), page.headers.get('link')]).toEqual([HTML, null]);
  expect((await get('/tiny/x', { 'if-none-match': etagOf(text) })).status).toBe(200);
  expect((await get('/tiny/x', { ...AS_MARKDOWN, 'if-none-match': etagOf(page) })).status).toBe(200);
});

test('documents of records name their text, and only those that have one', async () => {
  const link = async (address: string) =>
    /<link rel="alternate" type="text\/markdown" href="([^"]*)"/.exec(await (await get(address)).text())?.[1];
  expect(await link('/tiny/%C3%A4%20b')).toBe('/tiny/%C3%A4%20b.md');
  for (const address of ['/tiny', '/tiny?suche=a', '/tiny/none', '/bare', '/login'])
    expect(await link(address)).toBeUndefined();
});

test('a page whose own address ends in .md is never hidden by the text of another one', async () => {
  const page = await get('/tiny/x.md');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, HTML]);
  expect(await (await get('/tiny/x.md.md')).text()).toMatch(/^eins x\.md \/tiny\/x\.md \d+$/);
});

test.each<readonly [string, Record<string, string>, number]>([
  ['/tiny/none.md', {}, 404],
  ['/bare', AS_MARKDOWN, 200],
  ['/tiny?suche=a', AS_MARKDOWN, 200],
])('%s with %j has no text and is answered as a page', async (address, headers, status) => {
  for (const time of ['rendered', 'cached']) {
    const answer = await get(address, headers);
    const found = [answer.status, answer.headers.get('content-type'), answer.headers.get('vary')];
    expect(found, time).toEqual([status, HTML, 'accept-encoding']);
  }
});

test('/llms.txt has the sections of all remotes', async () => {
  const text = await (await get('/llms.txt')).text();
  expect(text).toMatch(
    /^# \S.*\n\n> \S.*\n\n## Seiten\n\n- \[A \\\[1\\\]\]\(http:\S+\/tiny\/a\.md\): kurz\n\n## Optional\n/,
  );
  expect(text).not.toContain('Leer');
});
