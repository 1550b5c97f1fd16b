import type { CacheTag } from '@ki/shared/data/cache-tags.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Limits, limitRenders, limitsFor, TooManyRenders } from '../render/limit.ts';
import { cacheKey } from '../resolve/target.ts';
import { changingContent } from '../tags/testing/changing-content.ts';
import type { ReleaseSet } from '../types.ts';
import { createPageCache, MEGABYTE, type Rendered } from './page-cache.ts';

const releaseSetWith = (canaries = '') => ({ canaries, live: new Map(), platform: {} }) as unknown as ReleaseSet;
const defaultSet = releaseSetWith();

let rendered: string[];
let status: number;
let size: number;
let dependencies: readonly CacheTag[] | null;
let renders: (text: string) => Promise<string>;
let content: ReturnType<typeof changingContent>;
let cache: ReturnType<typeof createPageCache>;
beforeEach(() => {
  rendered = [];
  status = 200;
  size = 10;
  dependencies = ['posts'];
  renders = async (text) => text;
  content = changingContent();
  cache = cacheWith(limitsFor(1));
});

const cacheWith = (limits: Limits) =>
  createPageCache({
    async render({ pathname, search }): Promise<Rendered> {
      rendered.push(pathname + search);
      const page = { dependencies, status };
      const text = await renders(`${rendered.length}`);
      const response = { status: page.status, body: Buffer.from(text.padEnd(size)) };
      return { response, dependencies: page.dependencies };
    },
    tagVersions: content.tagVersions,
    limited: limitRenders(limits),
    maxBytes: 128 * MEGABYTE,
  });

const get = async (path: string, releaseSet = defaultSet) => {
  const { pathname, search } = new URL(path, 'http://site');
  const { response, isHit } = await cache.get(cacheKey(releaseSet, pathname, search), content.now());
  return { status: response.status, text: String(response.body).trim(), isHit };
};
const textAt = async (path: string, releaseSet = defaultSet) => (await get(path, releaseSet)).text;

test('concurrent requests for a page share one rendering, which is cached for later requests', async () => {
  const atOnce = await Promise.all([get('/'), get('/')]);
  expect(atOnce.map(({ isHit }) => isHit)).toEqual([false, false]);
  expect(await get('/')).toEqual({ status: 200, text: '1', isHit: true });
  expect(cache.hit(cacheKey(defaultSet, '/'), content.now())?.isHit).toBe(true);
  expect(rendered).toEqual(['/']);
});

test('only a change of a cache tag that a page depends on drops it', async () => {
  await get('/');
  content.change({ workshops: '2', ads: '2' });
  expect(await textAt('/')).toBe('1');
  content.change({ posts: '2' });
  expect(cache.hit(cacheKey(defaultSet, '/'), content.now())).toBeNull();
  expect(await textAt('/')).toBe('2');
});

test('a page without dependencies stays cached for as long as its release set', async () => {
  dependencies = [];
  await get('/');
  content.change({ posts: '2', categories: '2', ads: '2', workshops: '2', courses: '2', matrix: '2' });
  expect(await textAt('/')).toBe('1');
  expect(await textAt('/', releaseSetWith())).toBe('2');
});

test('a page with unknown dependencies is rendered for each request', async () => {
  dependencies = null;
  await get('/');
  expect(await get('/')).toMatchObject({ text: '2', isHit: false });
});

test('each release set and each query has its own cached pages', async () => {
  const canary = releaseSetWith('mf-blog');
  expect([await textAt('/?seite=2'), await textAt('/?seite=3')]).toEqual(['1', '2']);
  for (const _time of ['rendered', 'cached'])
    expect([await textAt('/'), await textAt('/', canary)]).toEqual(['3', '4']);
});

test.each([403, 500, 503])('a response with status %s is not cached', async (failure) => {
  status = failure;
  await get('/');
  status = 200;
  expect(await get('/')).toMatchObject({ status: 200, text: '2' });
});

test.each([308, 404])('a response with status %s is cached until one of its tags changes', async (other) => {
  status = other;
  await get('/post/weg');
  expect(await get('/post/weg')).toMatchObject({ status: other, isHit: true });
  content.change({ posts: '2' });
  status = 200;
  expect(await get('/post/weg')).toMatchObject({ status: 200, text: '2' });
  expect(await get('/post/weg')).toMatchObject({ status: 200, isHit: true });
});

test('while the tag versions are unknown, the cache is neither read nor written', async () => {
  await get('/');
  content.lose();
  expect(cache.hit(cacheKey(defaultSet, '/'), content.now())).toBeNull();
  expect([await textAt('/'), await textAt('/')]).toEqual(['2', '3']);
  content.change({ ads: '2' });
  expect(await textAt('/')).toBe('1');
});

/** A rendering in flight. `letGo` ends one after the other. */
async function inFlight() {
  const waiting: (() => void)[] = [];
  renders = (text) => new Promise((resolve) => waiting.push(() => resolve(text)));
  const early = textAt('/');
  await vi.waitFor(() => expect(rendered).toHaveLength(1));
  const letGo = async () => {
    await vi.waitFor(() => expect(waiting).not.toEqual([]));
    waiting.shift()?.();
  };
  return { early, letGo };
}

test('requests after a change do not join a rendering that began before it', async () => {
  const { early, letGo } = await inFlight();
  content.change({ posts: '2' });
  const late = [textAt('/'), textAt('/'), textAt('/')];
  await letGo();
  await letGo();
  expect(await early).toBe('1');
  expect(await Promise.all(late)).toEqual(['2', '2', '2']);
  expect(rendered).toHaveLength(2);
  expect(await textAt('/')).toBe('2');
});

test('a rendering that waited for an earlier one is cached with the versions of its own start', async () => {
  const { early, letGo } = await inFlight();
  content.change({ posts: '2' });
  const late = textAt('/');
  content.change({ posts: '3' });
  await letGo();
  await letGo();
  expect([await early, await late]).toEqual(['1', '2']);
  expect(await get('/')).toMatchObject({ text: '2', isHit: true });
});

test('requests after a change of another tag join the rendering in flight', async () => {
  const { early, letGo } = await inFlight();
  content.change({ workshops: '2' });
  const late = textAt('/');
  await letGo();
  expect([await early, await late]).toEqual(['1', '1']);
  expect(await textAt('/')).toBe('1');
});

test('while the tag versions are unknown, concurrent requests share a rendering that begins after them', async () => {
  content.lose();
  const { early, letGo } = await inFlight();
  const late = [textAt('/'), textAt('/')];
  await letGo();
  await letGo();
  expect([await early, ...(await Promise.all(late))]).toEqual(['1', '2', '2']);
});

test.each([
  ['cannot be rendered', () => Promise.reject(new Error('cut short')), { status: 'rejected' }],
  ['fails', async (text: string) => text, { value: { status: 503 } }],
])('a page that %s is not rendered again for each waiting request', async (_what, outcome, expected) => {
  status = 503;
  const waiting: (() => void)[] = [];
  renders = (text) => new Promise((resolve) => waiting.push(() => resolve(outcome(text))));
  const early = get('/');
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  content.change({ posts: '2' });
  const all = Promise.allSettled([early, get('/'), get('/')]);
  waiting[0]?.();
  for (const one of await all) expect(one).toMatchObject(expected);
  expect(rendered).toHaveLength(1);
});

test('isAnew renders a page again, once for concurrent requests, and replaces the cached one', async () => {
  const anew = async () => {
    const { response, isHit } = await cache.get(cacheKey(defaultSet, '/'), content.now(), { isAnew: true });
    return [String(response.body).trim(), isHit];
  };
  await get('/');
  expect(await Promise.all([anew(), anew()])).toEqual([
    ['2', false],
    ['2', false],
  ]);
  expect(await get('/')).toEqual({ status: 200, text: '2', isHit: true });
});

test('a client over its budget is refused a rendering, never a hit, nor what another client has rendered', async () => {
  cache = cacheWith({ ...limitsFor(1), budget: 1 });
  const ask = (path: string, isAnew = false) =>
    cache.get(cacheKey(defaultSet, path), content.now(), { client: '203.0.113.9', isAnew });
  await ask('/');
  await expect(ask('/other')).rejects.toBeInstanceOf(TooManyRenders);
  expect((await ask('/')).isHit).toBe(true);
  expect((await ask('/', true)).isHit).toBe(true);
  const others = Promise.withResolvers<string>();
  renders = () => others.promise;
  const other = get('/other');
  const joined = ask('/other');
  others.resolve('theirs');
  expect([(await other).text, String((await joined).response.body).trim()]).toEqual(['theirs', 'theirs']);
  expect(rendered).toEqual(['/', '/other']);
});

test('nobody waits in the line of another client, and the page is rendered once all the same', async () => {
  cache = cacheWith({ ...limitsFor(1), forClient: 1 });
  const ask = (path: string, client: string) => cache.get(cacheKey(defaultSet, path), content.now(), { client });
  const slow = Promise.withResolvers<string>();
  renders = (text) => (text === '1' ? slow.promise : Promise.resolve(text));
  const held = [ask('/slow', '203.0.113.1'), ask('/', '203.0.113.1')];
  await ask('/', '203.0.113.2');
  slow.resolve('1');
  await Promise.all(held);
  expect(rendered).toEqual(['/slow', '/']);
});
