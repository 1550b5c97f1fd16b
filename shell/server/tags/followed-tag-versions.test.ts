import { TURN_MS } from '@ki/shared/contract/remote-module.ts';
import { connect } from '@ki/shared/data/clients.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { followNotifications } from './notifications.ts';
import { followTagVersions, type TagVersionSource } from './tag-versions.ts';
import { contentBackend } from './testing/content-backend.ts';
import { versionsOf } from './testing/versions-of.ts';

const TTL_MS = 800;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Reconnecting takes seconds on a machine that is busy with other tests. */
const PATIENCE = { timeout: 20_000 };

let backend: Awaited<ReturnType<typeof contentBackend>>;
let source: TagVersionSource;
let answer: { status: number; body: unknown };
beforeEach(async () => {
  change('1');
  backend = await contentBackend(() => answer);
  connect({ url: backend.url, key: 'public-key' });
  source = follow();
});

const follow = () => followTagVersions(followNotifications({ url: backend.url, key: 'public-key' }));

function change(version: string): void {
  answer = { status: 200, body: versionsOf(version) };
}

function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

const posts = async () => (await source.current())?.posts ?? null;
const expectSubscribers = (count: number) =>
  vi.waitFor(() => expect(backend.channels()).toEqual(Array(count).fill('realtime:content')), PATIENCE);
/** One subscriber, which has the first version when the clock stops. */
async function expectSubscribed(): Promise<void> {
  await expectSubscribers(1);
  stopClock();
  expect(await posts()).toBe('1');
}
const notified = () => new Promise<void>((resolve) => source.onChange(() => resolve()));

/** A write becomes visible when the TTL has passed, and no later. */
async function expectShownWithinTtl(version: string): Promise<void> {
  change(version);
  vi.advanceTimersByTime(TTL_MS);
  expect(await posts()).toBe(version);
}

test('it subscribes to a private channel with the publishable key', async () => {
  await expectSubscribers(1);
  expect(backend.privately()).toEqual([true]);
  expect(backend.requests).toContainEqual(expect.stringMatching(/^\/realtime\/v1\/websocket\?.*apikey=public-key/));
});

test('versions are cached until a change is announced', async () => {
  await expectSubscribed();
  change('2');
  expect(await posts()).toBe('1');
  expect(backend.queries()).toBe(1);
  const heard = notified();
  backend.broadcast();
  await heard;
  expect(await posts()).toBe('2');
  expect(backend.queries()).toBe(2);
});

test.each([
  ['a lost notification', () => undefined],
  ['a half-open connection', () => backend.fallSilent()],
])('%s is made up for by polling', async (_what, fail) => {
  await expectSubscribed();
  fail();
  await expectShownWithinTtl('2');
  await expectShownWithinTtl('3');
});

test('without a connection polling goes on, and the channel is joined again', async () => {
  await expectSubscribers(1);
  backend.cut();
  await expectSubscribers(0);
  stopClock();
  await expectShownWithinTtl('2');
  vi.useRealTimers();
  await expectSubscribers(1);
}, 30_000);

test('a restarted database is unknown while it is away, then its versions and notifications count', async () => {
  await expectSubscribed();
  await backend.stop();
  vi.advanceTimersByTime(TTL_MS);
  expect(await posts()).toBeNull();
  change('2');
  await backend.startAgain();
  expect(await posts()).toBe('2');
  vi.useRealTimers();
  await expectSubscribers(1);
  stopClock();
  await posts();
  change('3');
  const heard = notified();
  backend.broadcast();
  await heard;
  expect(await posts()).toBe('3');
}, 30_000);

test.each([
  ['back', -DAY_MS],
  ['ahead', DAY_MS],
])('a clock that jumps %s neither prolongs nor ends the TTL', async (_where, ms) => {
  stopClock();
  expect(await posts()).toBe('1');
  change('2');
  vi.setSystemTime(Date.now() + ms);
  expect(await posts()).toBe('1');
  await expectShownWithinTtl('2');
});

test.each([
  ['fails', { status: 503, body: { message: 'no' } }],
  ['lacks a tag', { status: 200, body: { posts: '1' } }],
  ['is no object', { status: 200, body: '1' }],
])('the versions are unknown when the response %s', async (_how, given) => {
  stopClock();
  expect(await posts()).toBe('1');
  answer = given;
  vi.advanceTimersByTime(TTL_MS);
  expect(await source.current()).toBeNull();
});

test('the version of ads changes with their turn, and no other', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const turning = follow();
  const changed = vi.fn();
  turning.onChange(changed);
  const before = await turning.current();
  vi.setSystemTime(Date.now() + TURN_MS);
  const after = await turning.current();
  expect({ ...after, ads: before?.ads }).toEqual(before);
  expect(after?.ads).not.toBe(before?.ads);
  changed.mockClear();
  vi.advanceTimersByTime(TURN_MS);
  expect(changed).toHaveBeenCalledTimes(1);
});

test('a notification of versions that are known forgets nothing, whatever else it names', async () => {
  await expectSubscribed();
  const changed = vi.fn();
  source.onChange(changed);
  backend.broadcast({ posts: '1', registry: '1' });
  backend.broadcast({ posts: '2' });
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  expect(changed).toHaveBeenCalledWith(false);
  await posts();
  expect(backend.queries()).toBe(2);
});

test('a flood of notifications has the versions queried four times a second at most', async () => {
  await expectSubscribers(1);
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const changed = vi.fn();
  source.onChange(changed);
  const flood = async () => {
    for (let word = 0; word < 500; word += 1)
      backend.broadcast({ posts: `forged ${word}`, registry: `forged ${word}` });
    await backend.heard();
  };
  await flood();
  expect(changed.mock.calls).toEqual([[true]]);
  await flood();
  expect(changed).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(250);
  expect(changed).toHaveBeenCalledTimes(2);
});
