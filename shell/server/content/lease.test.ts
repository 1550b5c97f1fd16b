import { expect, onTestFinished, test, vi } from 'vitest';
import { createLease } from './lease.ts';
import { versionsOf } from './testing/versions-of.ts';
import type { Versions } from './versions.ts';

/** A database whose answers come when the test says so. */
function slowDatabase(holdsMs: number) {
  const questions: ((versions: Versions | null) => void)[] = [];
  const changes: string[] = [];
  const ask = () => new Promise<Versions | null>((resolve) => questions.push(resolve));
  const lease = createLease({ ask, holdsMs, onChange: () => changes.push('changed') });
  const current = async () => (await lease.current())?.posts ?? null;
  return { questions, changes, lease, current };
}

function stopClock(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test('callers that came after a question was asked do not get its answer', async () => {
  const { questions, current } = slowDatabase(0);
  const early = current();
  const late = [current(), current()];
  questions[0]?.(versionsOf('before'));
  expect(await early).toBe('before');
  await vi.waitFor(() => expect(questions).toHaveLength(2));
  questions[1]?.(versionsOf('after'));
  expect(await Promise.all(late)).toEqual(['after', 'after']);
  expect(questions).toHaveLength(2);
});

test('where no answer holds every call that finds nothing running asks', async () => {
  const { questions, current } = slowDatabase(0);
  for (const text of ['1', '2']) {
    const asked = current();
    questions.at(-1)?.(versionsOf(text));
    expect(await asked).toBe(text);
  }
  expect(questions).toHaveLength(2);
});

test('while it holds an answer serves at once, the same object for the same versions', async () => {
  const { questions, lease, current } = slowDatabase(60_000);
  const first = current();
  questions[0]?.(versionsOf('1'));
  await first;
  const known = lease.current();
  expect(known).toEqual(versionsOf('1'));
  lease.take(versionsOf('1'));
  expect(lease.current()).toBe(known);
  expect(questions).toHaveLength(1);
});

test('in its second half it is renewed beside, once, and holds from when that was asked', async () => {
  stopClock();
  const { questions, lease, current } = slowDatabase(800);
  const first = current();
  questions[0]?.(versionsOf('1'));
  await first;
  vi.advanceTimersByTime(500);
  for (let call = 0; call < 3; call += 1) expect(lease.current()).toEqual(versionsOf('1'));
  expect(questions).toHaveLength(2);
  questions[1]?.(versionsOf('2'));
  await vi.advanceTimersByTimeAsync(0);
  expect(lease.current()).toEqual(versionsOf('2'));
  vi.advanceTimersByTime(799);
  expect(lease.current()).toEqual(versionsOf('2'));
  expect(questions).toHaveLength(3);
});

test('what no longer holds serves nobody', async () => {
  stopClock();
  const { questions, lease, current } = slowDatabase(800);
  const first = current();
  questions[0]?.(versionsOf('1'));
  await first;
  vi.advanceTimersByTime(800);
  expect(lease.current()).toBeInstanceOf(Promise);
  const late = current();
  questions[1]?.(null);
  expect(await late).toBeNull();
});

test('an answer that takes long serves who came meanwhile, but nobody who came after it would have run out', async () => {
  stopClock();
  const { questions, current } = slowDatabase(800);
  const early = current();
  vi.advanceTimersByTime(801);
  const late = current();
  questions[0]?.(versionsOf('1'));
  expect(await early).toBe('1');
  await vi.advanceTimersByTimeAsync(0);
  questions[1]?.(versionsOf('2'));
  expect(await late).toBe('2');
});

test('a failed question is answered with null and not kept', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    if (asked === 1) throw new Error('gone');
    return versionsOf('back');
  };
  const lease = createLease({ ask, holdsMs: 60_000, onChange: () => undefined });
  expect([await lease.current(), await lease.current()]).toEqual([null, versionsOf('back')]);
});

test('what was forgotten serves nobody, nor does the answer to a question from before', async () => {
  const { questions, lease, current } = slowDatabase(60_000);
  const first = current();
  questions[0]?.(versionsOf('1'));
  await first;
  lease.forget();
  const second = current();
  lease.forget();
  const third = current();
  questions[1]?.(versionsOf('2'));
  expect(await second).toBe('2');
  await vi.waitFor(() => expect(questions).toHaveLength(3));
  questions[2]?.(versionsOf('3'));
  expect(await third).toBe('3');
});

test('what is told is used at once, and only changes are told on', async () => {
  const { questions, changes, lease, current } = slowDatabase(60_000);
  const first = current();
  questions[0]?.(versionsOf('1'));
  await first;
  lease.take(versionsOf('1', { ads: 'other' }));
  lease.take(versionsOf('1', { ads: 'other' }));
  expect(lease.current()).toEqual(versionsOf('1', { ads: 'other' }));
  expect(changes).toEqual(['changed', 'changed']);
});
