import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Lineup } from '../../lineup/lineup.ts';
import { createPageCache, MEGABYTE } from './page-cache.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
}

const lineup = (canaries = '') => ({ canaries, live: new Map(), platform: {} }) as unknown as Lineup;
const url = (path: string) => new URL(path, 'http://site');

let rendered: string[];
let version: string | null;
let status: number;
let size: number;
let isBroken: boolean;
let served: ReturnType<typeof createPageCache<Answer>>;
const pages = async (at: URL, live: Lineup) => (await served(at, live)).answer;
beforeEach(() => {
  rendered = [];
  version = '1';
  status = 200;
  size = 1_000;
  isBroken = false;
  served = createPageCache<Answer>({
    render: async ({ pathname, search }) => {
      rendered.push(pathname + search);
      if (isBroken) throw new Error('cut short');
      return { status, body: `${rendered.length}` };
    },
    contentVersion: async () => version,
    maxBytes: 128 * MEGABYTE,
    sizeOf: () => size,
  });
});

test('a page is rendered once for one content', async () => {
  const live = lineup();
  await Promise.all([pages(url('/'), live), pages(url('/'), live)]);
  expect((await pages(url('/'), live)).body).toBe('1');
  expect(rendered).toEqual(['/']);
});

test('a page requested after a change is rendered anew', async () => {
  const live = lineup();
  await pages(url('/'), live);
  version = '2';
  expect((await pages(url('/'), live)).body).toBe('2');
});

test('another version of a remote renders anew', async () => {
  await pages(url('/'), lineup());
  expect((await pages(url('/'), lineup())).body).toBe('2');
});

test('each lineup has pages of its own', async () => {
  const [usual, canary] = [lineup(), lineup('mf-blog')];
  expect((await pages(url('/'), usual)).body).toBe('1');
  expect((await pages(url('/'), canary)).body).toBe('2');
  expect((await pages(url('/'), usual)).body).toBe('1');
  expect((await pages(url('/'), canary)).body).toBe('2');
});

test('every query is a page of its own', async () => {
  const live = lineup();
  await pages(url('/?seite=2'), live);
  await pages(url('/'), live);
  expect(rendered).toEqual(['/?seite=2', '/']);
});

test.each([308, 500, 503])('an answer of status %s is not kept', async (failure) => {
  const live = lineup();
  status = failure;
  await pages(url('/'), live);
  status = 200;
  expect(await pages(url('/'), live)).toMatchObject({ status: 200, body: '2' });
});

test('nothing kept is used while the content is not known', async () => {
  const live = lineup();
  await pages(url('/'), live);
  version = null;
  expect((await pages(url('/'), live)).body).toBe('2');
});

test('an old page is rendered anew beside the traffic, once, and then takes its place', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const live = lineup();
  await pages(url('/'), live);
  vi.advanceTimersByTime(61_000);
  const during = await Promise.all([pages(url('/'), live), pages(url('/'), live)]);
  expect(during.map(({ body }) => body)).toEqual(['1', '1']);
  expect((await pages(url('/'), live)).body).toBe('2');
  expect(rendered).toHaveLength(2);
});

test('an old page that cannot be rendered anew is not kept', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const live = lineup();
  await pages(url('/'), live);
  vi.advanceTimersByTime(61_000);
  status = 503;
  expect((await pages(url('/'), live)).body).toBe('1');
  status = 200;
  expect((await pages(url('/'), live)).body).toBe('3');
});

test.each([200, 404])('an old page of status %s stays when rendering it anew is cut short', async (kept) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const live = lineup();
  status = kept;
  await pages(url('/'), live);
  vi.advanceTimersByTime(61_000);
  isBroken = true;
  for (let ask = 0; ask < 3; ask += 1) expect((await pages(url('/'), live)).body).toBe('1');
  expect(rendered).toHaveLength(2);
  vi.advanceTimersByTime(61_000);
  isBroken = false;
  await pages(url('/'), live);
  expect((await pages(url('/'), live)).body).toBe('3');
});

test('a first page that is cut short is not kept', async () => {
  const live = lineup();
  isBroken = true;
  await expect(pages(url('/'), live)).rejects.toThrow('cut short');
  isBroken = false;
  expect((await pages(url('/'), live)).body).toBe('2');
});

test('an answer without content is kept like any other', async () => {
  const live = lineup();
  size = 0;
  await pages(url('/'), live);
  expect((await pages(url('/'), live)).body).toBe('1');
  expect((await served(url('/'), live)).isKept).toBe(true);
});

test('addresses of what is not there are counted as well as what is answered', async () => {
  const live = lineup();
  status = 404;
  size = 0;
  for (let n = 0; n < 1_200; n += 1) await pages(url(`/${n}/${'x'.repeat(8_000)}`), live);
  expect((await served(url(`/1199/${'x'.repeat(8_000)}`), live)).isKept).toBe(true);
  expect((await served(url(`/0/${'x'.repeat(8_000)}`), live)).isKept).toBe(false);
});

test('what does not exist is rendered once for one content', async () => {
  const live = lineup();
  status = 404;
  await pages(url('/post/weg'), live);
  await pages(url('/post/weg'), live);
  expect(rendered).toHaveLength(1);
  version = '2';
  status = 200;
  expect(await pages(url('/post/weg'), live)).toMatchObject({ status: 200, body: '2' });
});

test.each([
  ['with queries', 200, (n: number) => `/?seite=${n}`],
  ['of what is not there', 404, (n: number) => `/post/${n}`],
])('addresses %s, however many, leave kept pages where they are', async (_what, found, addressOf) => {
  const live = lineup();
  await pages(url('/'), live);
  status = found;
  size = 296_000;
  for (let n = 0; n < 450; n += 1) await pages(url(addressOf(n)), live);
  expect((await pages(url('/'), live)).body).toBe('1');
  expect((await pages(url(addressOf(0)), live)).body).toBe('452');
});

test('who waits for a page is told that it is fresh, who gets what was there that it is kept', async () => {
  const live = lineup();
  const atOnce = await Promise.all([served(url('/'), live), served(url('/'), live)]);
  expect(atOnce.map(({ isKept }) => isKept)).toEqual([false, false]);
  expect((await served(url('/'), live)).isKept).toBe(true);
  version = '2';
  expect((await served(url('/'), live)).isKept).toBe(false);
});
