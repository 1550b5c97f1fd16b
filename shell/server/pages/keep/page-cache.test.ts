import type { Topic } from '@ki/shared/data/topics.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Lineup } from '../../lineup/lineup.ts';
import { limitRenders, limitsFor } from '../limit-renders.ts';
import { createPageCache, type Made } from './page-cache.ts';
import { placeAt } from './places.ts';
import { MEGABYTE } from './rooms.ts';
import { toldContent } from './testing/told-content.ts';

const lineupWith = (canaries = '') => ({ canaries, live: new Map(), platform: {} }) as unknown as Lineup;
const usual = lineupWith();

let made: string[];
let status: number;
let size: number;
let reads: readonly Topic[] | null;
let makes: (text: string) => Promise<string>;
let told: ReturnType<typeof toldContent>;
let cache: ReturnType<typeof createPageCache>;
beforeEach(() => {
  made = [];
  status = 200;
  size = 10;
  reads = ['posts'];
  makes = async (text) => text;
  told = toldContent();
  cache = createPageCache({
    async make({ pathname, search }): Promise<Made> {
      made.push(pathname + search);
      const page = { reads, status };
      const text = await makes(`${made.length}`);
      return { answer: { status: page.status, body: Buffer.from(text.padEnd(size)) }, reads: page.reads };
    },
    content: told.content,
    limited: limitRenders(limitsFor(1)),
    maxBytes: 128 * MEGABYTE,
  });
});

const get = async (path: string, lineup = usual) => {
  const { pathname, search } = new URL(path, 'http://site');
  const { answer, isKept } = await cache.get(placeAt(lineup, pathname, search), lineup);
  return { status: answer.status, text: String(answer.body).trim(), isKept };
};
const textAt = async (path: string, lineup = usual) => (await get(path, lineup)).text;

test('a page is made once for who come at once, and kept for who come later', async () => {
  const atOnce = await Promise.all([get('/'), get('/')]);
  expect(atOnce.map(({ isKept }) => isKept)).toEqual([false, false]);
  expect(await get('/')).toEqual({ status: 200, text: '1', isKept: true });
  expect(cache.kept(placeAt(usual, '/'), usual)?.isKept).toBe(true);
  expect(made).toEqual(['/']);
});

test('only a change of what a page shows drops it', async () => {
  await get('/');
  told.change({ workshops: '2', ads: '2' });
  expect(await textAt('/')).toBe('1');
  told.change({ posts: '2' });
  expect(cache.kept(placeAt(usual, '/'), usual)).toBeNull();
  expect(await textAt('/')).toBe('2');
});

test('a page that reads nothing stays for as long as its lineup', async () => {
  reads = [];
  await get('/');
  told.change({ posts: '2', categories: '2', ads: '2', workshops: '2', courses: '2', matrix: '2' });
  expect(await textAt('/')).toBe('1');
  expect(await textAt('/', lineupWith())).toBe('2');
});

test('a page of which nobody tells what it shows is made for each who comes', async () => {
  reads = null;
  await get('/');
  expect(await get('/')).toMatchObject({ text: '2', isKept: false });
});

test('each lineup has pages of its own', async () => {
  const canary = lineupWith('mf-blog');
  expect([await textAt('/'), await textAt('/', canary)]).toEqual(['1', '2']);
  expect([await textAt('/'), await textAt('/', canary)]).toEqual(['1', '2']);
});

test('every query is a page of its own', async () => {
  await get('/?seite=2');
  await get('/');
  expect(made).toEqual(['/?seite=2', '/']);
});

test.each([403, 500, 503])('an answer of status %s is not kept', async (failure) => {
  status = failure;
  await get('/');
  status = 200;
  expect(await get('/')).toMatchObject({ status: 200, text: '2' });
});

test.each([308, 404])('an answer of status %s is kept until what it shows changes', async (other) => {
  status = other;
  await get('/post/weg');
  expect(await get('/post/weg')).toMatchObject({ status: other, isKept: true });
  told.change({ posts: '2' });
  status = 200;
  expect(await get('/post/weg')).toMatchObject({ status: 200, text: '2' });
  expect(await get('/post/weg')).toMatchObject({ status: 200, isKept: true });
});

test('nothing kept is used, and nothing is kept, while it is not known what changed', async () => {
  await get('/');
  told.lose();
  expect(cache.kept(placeAt(usual, '/'), usual)).toBeNull();
  expect([await textAt('/'), await textAt('/')]).toEqual(['2', '3']);
  told.change({ ads: '2' });
  expect(await textAt('/')).toBe('1');
});

/** Has what is made wait until the test lets it go. */
function slowly() {
  const waiting: (() => void)[] = [];
  makes = (text) => new Promise((resolve) => waiting.push(() => resolve(text)));
  return async () => {
    await vi.waitFor(() => expect(waiting).not.toEqual([]));
    waiting.shift()?.();
  };
}

test('who comes after a change does not get what was begun before it', async () => {
  const letGo = slowly();
  const early = textAt('/');
  await vi.waitFor(() => expect(made).toHaveLength(1));
  told.change({ posts: '2' });
  const late = [textAt('/'), textAt('/'), textAt('/')];
  await letGo();
  await letGo();
  expect(await early).toBe('1');
  expect(await Promise.all(late)).toEqual(['2', '2', '2']);
  expect(made).toHaveLength(2);
  expect(await textAt('/')).toBe('2');
});

test('what is begun for who waited is kept with what is known then', async () => {
  const letGo = slowly();
  const early = textAt('/');
  await vi.waitFor(() => expect(made).toHaveLength(1));
  told.change({ posts: '2' });
  const late = textAt('/');
  told.change({ posts: '3' });
  await letGo();
  await letGo();
  expect([await early, await late]).toEqual(['1', '2']);
  expect(await get('/')).toMatchObject({ text: '2', isKept: true });
});

test('who comes after a change of something else gets what was begun before it', async () => {
  const letGo = slowly();
  const early = textAt('/');
  await vi.waitFor(() => expect(made).toHaveLength(1));
  told.change({ workshops: '2' });
  const late = textAt('/');
  await letGo();
  expect([await early, await late]).toEqual(['1', '1']);
  expect(await textAt('/')).toBe('1');
});

test('while nothing is known, who come at once share what is begun after they came', async () => {
  told.lose();
  const letGo = slowly();
  const early = textAt('/');
  await vi.waitFor(() => expect(made).toHaveLength(1));
  const late = [textAt('/'), textAt('/')];
  await letGo();
  await letGo();
  expect([await early, ...(await Promise.all(late))]).toEqual(['1', '2', '2']);
});

test.each([
  ['cannot be made', () => Promise.reject(new Error('cut short')), { status: 'rejected' }],
  ['fails', async (text: string) => text, { value: { status: 503 } }],
])('a page that %s is not made for each of those who wait', async (_what, outcome, expected) => {
  status = 503;
  const waiting: (() => void)[] = [];
  makes = (text) => new Promise((resolve) => waiting.push(() => resolve(outcome(text))));
  const early = get('/');
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  told.change({ posts: '2' });
  const all = Promise.allSettled([early, get('/'), get('/')]);
  waiting[0]?.();
  for (const one of await all) expect(one).toMatchObject(expected);
  expect(made).toHaveLength(1);
});

test('a page can be had anew, once for all who come at once, and is kept instead of the one before', async () => {
  const anew = async () => {
    const { answer, isKept } = await cache.get(placeAt(usual, '/'), usual, { isAnew: true });
    return [String(answer.body).trim(), isKept];
  };
  await get('/');
  expect(await Promise.all([anew(), anew()])).toEqual([
    ['2', false],
    ['2', false],
  ]);
  expect(await get('/')).toEqual({ status: 200, text: '2', isKept: true });
});

test('who would have to wait may be refused, who gets what is there is not', async () => {
  const refuse = () => {
    throw new Error('too many');
  };
  const place = placeAt(usual, '/');
  await expect(cache.get(place, usual, { beforeFresh: refuse })).rejects.toThrow('too many');
  await cache.get(place, usual);
  expect((await cache.get(place, usual, { beforeFresh: refuse })).isKept).toBe(true);
});
