import { expect, onTestFinished, test, vi } from 'vitest';
import { pollTagVersions, type TagVersions } from './tag-versions.ts';
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

function stopClock(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test('with a TTL of 0 callers do not get the result of a query that was sent before their call', async () => {
  const { queries, current } = slowDatabase(0);
  const early = current();
  const late = [current(), current()];
  queries[0]?.(versionsOf('before'));
  expect(await early).toBe('before');
  await vi.waitFor(() => expect(queries).toHaveLength(2));
  queries[1]?.(versionsOf('after'));
  expect(await Promise.all(late)).toEqual(['after', 'after']);
  expect(queries).toHaveLength(2);
});

test('with a TTL of 0 every call that finds no query in flight sends one', async () => {
  const { queries, current } = slowDatabase(0);
  for (const text of ['1', '2']) {
    const found = current();
    queries.at(-1)?.(versionsOf(text));
    expect(await found).toBe(text);
  }
  expect(queries).toHaveLength(2);
});

test('within the TTL a result serves at once, as the same object for the same versions', async () => {
  stopClock();
  const { queries, changes, polled, current } = slowDatabase(800);
  const first = current();
  queries[0]?.(versionsOf('1'));
  await first;
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
  stopClock();
  const { queries, polled, current } = slowDatabase(800);
  const first = current();
  queries[0]?.(versionsOf('1'));
  await first;
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
  stopClock();
  const { queries, polled, current } = slowDatabase(800);
  const first = current();
  queries[0]?.(versionsOf('1'));
  await first;
  vi.advanceTimersByTime(800);
  expect(polled.current()).toBeInstanceOf(Promise);
  const late = current();
  queries[1]?.(null);
  expect(await late).toBeNull();
});

test('a slow result is returned to calls within its TTL, which counts from when its query was sent', async () => {
  stopClock();
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

test('a failed query gives null and is not cached', async () => {
  let count = 0;
  const query = async () => {
    count += 1;
    if (count === 1) throw new Error('gone');
    return versionsOf('back');
  };
  const polled = pollTagVersions({ query, ttlMs: 60_000, onChange: () => undefined });
  expect([await polled.current(), await polled.current()]).toEqual([null, versionsOf('back')]);
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
  stopClock();
  const { queries, changes, current } = slowDatabase(800);
  for (const [index, ads] of ['1', 'other', 'other'].entries()) {
    const found = current();
    queries[index]?.(versionsOf('1', { ads }));
    await found;
    vi.advanceTimersByTime(800);
  }
  expect(changes).toEqual(['changed', 'changed']);
});
