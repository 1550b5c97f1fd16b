import { expect, onTestFinished, test, vi } from 'vitest';
import { silentConsole } from '../testing/temporary.ts';
import { followTag, pollTagVersions, type TagVersions } from './tag-versions.ts';
import { versionsOf } from './testing/versions-of.ts';

/** A database that responds to each query on request of the test. */
function slowDatabase(ttlMs: number) {
  const queries: ((versions: TagVersions | null) => void)[] = [];
  const changes: string[] = [];
  const query = () => new Promise<TagVersions | null>((resolve) => queries.push(resolve));
  const polled = pollTagVersions({ query, ttlMs, onChange: () => changes.push('changed') });
  const current = async () => (await polled.current())?.posts ?? null;
  return { queries, changes, polled, current };
}

/** A database whose first query was answered at a stopped clock. */
async function withFirstAnswer() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const database = slowDatabase(800);
  const first = database.current();
  database.queries[0]?.(versionsOf('1'));
  await first;
  return database;
}

test('within the TTL a result serves at once, as the same object for the same versions', async () => {
  const { queries, changes, polled } = await withFirstAnswer();
  const known = polled.current();
  expect(known).toEqual(versionsOf('1'));
  expect(queries).toHaveLength(1);
  vi.advanceTimersByTime(800);
  const second = polled.current();
  queries[1]?.(versionsOf('1'));
  expect(await second).toBe(known);
  expect(changes).toEqual(['changed']);
});

test('in the second half of the TTL one query runs in the background, and its TTL counts from when it was sent', async () => {
  const { queries, polled } = await withFirstAnswer();
  vi.advanceTimersByTime(500);
  for (let call = 0; call < 3; call += 1) expect(polled.current()).toEqual(versionsOf('1'));
  expect(queries).toHaveLength(2);
  vi.advanceTimersByTime(200);
  queries[1]?.(versionsOf('2'));
  await vi.advanceTimersByTimeAsync(0);
  expect(polled.current()).toEqual(versionsOf('2'));
  vi.advanceTimersByTime(599);
  expect(polled.current()).toEqual(versionsOf('2'));
  expect(queries).toHaveLength(3);
  vi.advanceTimersByTime(1);
  expect(polled.current()).toBeInstanceOf(Promise);
});

test('an expired result is not returned', async () => {
  const { queries, polled, current } = await withFirstAnswer();
  vi.advanceTimersByTime(800);
  expect(polled.current()).toBeInstanceOf(Promise);
  const late = current();
  queries[1]?.(null);
  expect(await late).toBeNull();
});

test('a slow result is returned to calls within its TTL, which counts from when its query was sent', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { queries, current } = slowDatabase(800);
  const early = current();
  vi.advanceTimersByTime(801);
  const late = current();
  queries[0]?.(versionsOf('1'));
  expect(await early).toBe('1');
  await vi.advanceTimersByTimeAsync(0);
  queries[1]?.(versionsOf('2'));
  expect(await late).toBe('2');
});

test('after an invalidation, neither the cached result nor that of a query in flight is returned', async () => {
  const { queries, polled, current } = slowDatabase(60_000);
  const first = current();
  queries[0]?.(versionsOf('1'));
  await first;
  polled.invalidate();
  const second = current();
  polled.invalidate();
  const third = current();
  queries[1]?.(versionsOf('2'));
  expect(await second).toBe('2');
  expect(polled.current()).toBeInstanceOf(Promise);
  await vi.waitFor(() => expect(queries).toHaveLength(3));
  queries[2]?.(versionsOf('3'));
  expect(await third).toBe('3');
});

test('listeners are notified of each change once', async () => {
  const { queries, changes, current } = await withFirstAnswer();
  for (const [index, ads] of ['other', 'other'].entries()) {
    vi.advanceTimersByTime(800);
    const found = current();
    queries[index + 1]?.(versionsOf('1', { ads }));
    await found;
  }
  expect(changes).toEqual(['changed', 'changed']);
});

function followed() {
  const state = { version: '1' as string | null };
  const reads: PromiseWithResolvers<void>[] = [];
  let fallbacks = 0;
  const versions = () => (state.version === null ? null : ({ site: state.version } as TagVersions));
  const follow = followTag({
    tag: 'site',
    what: 'it',
    take() {
      const read = Promise.withResolvers<void>();
      reads.push(read);
      return read.promise;
    },
    async orElse() {
      fallbacks += 1;
    },
  });
  return { state, reads, update: () => follow(versions()), fallbacks: () => fallbacks };
}

test('resolves at once while nothing has changed', async () => {
  const { reads, update } = followed();
  const first = update();
  reads[0]?.resolve();
  expect([await first, update()]).toEqual([true, true]);
  expect(reads).toHaveLength(1);
});

test('a change during a read is read too, and its end ends no newer read', async () => {
  const { state, reads, update } = followed();
  const first = update();
  state.version = '2';
  const second = update();
  reads[0]?.resolve();
  await first;
  const third = update();
  expect(reads).toHaveLength(2);
  reads[1]?.resolve();
  expect([await second, await third, update()]).toEqual([true, true, true]);
});

test('a failure is logged once until a read succeeds, and is repeated with the next update', async () => {
  const logged = silentConsole();
  const { reads, update, fallbacks } = followed();
  for (const place of [0, 1]) {
    const failing = update();
    reads[place]?.reject(new Error('gone'));
    expect(await failing).toBe(false);
  }
  expect([logged.mock.calls.flat(), fallbacks()]).toEqual([
    ['it cannot be read, the last known state stays in force: gone'],
    2,
  ]);
  const good = update();
  reads[2]?.resolve();
  expect(await good).toBe(true);
});

test('without versions the fallback serves until something was read', async () => {
  const { state, reads, update, fallbacks } = followed();
  state.version = null;
  expect([await update(), fallbacks(), reads.length]).toEqual([false, 1, 0]);
  state.version = '1';
  const first = update();
  reads[0]?.resolve();
  await first;
  state.version = null;
  expect([update(), fallbacks()]).toEqual([false, 1]);
});
