import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SlowSignIns } from './slow-sign-ins.ts';

const options = { free: 2, stepMs: 40, longestMs: 80, forgottenMs: 60_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs all timers. Returns the milliseconds to wait for another attempt, and those of the wait itself. */
async function timed(work: Promise<number>): Promise<{ left: number; ms: number }> {
  const start = Date.now();
  const waited = work.then((left) => ({ left, ms: Date.now() - start }));
  await vi.runAllTimersAsync();
  return waited;
}

test('attempts wait longer and longer, at most the longest wait, and each gets its turn', async () => {
  const signIns = new SlowSignIns(options);
  for (const ms of [0, 0, 40, 80, 80, 80]) {
    expect(await timed(signIns.take('anna', '192.0.2.1'))).toEqual({ left: 0, ms });
  }
  expect(await timed(signIns.take('berta', '192.0.2.1'))).toEqual({ left: 0, ms: 0 });
});

test('a client has one attempt waiting for an account; others go on, and it may come again', async () => {
  const signIns = new SlowSignIns(options);
  for (let nth = 0; nth < 3; nth += 1) await timed(signIns.take('anna', 'x'));
  const attempts = [signIns.take('anna', 'x'), signIns.take('anna', 'x'), signIns.take('anna', 'y')];
  await vi.runAllTimersAsync();
  expect(await Promise.all(attempts)).toEqual([0, 80, 0]);
  expect(await timed(signIns.take('anna', 'x'))).toEqual({ left: 0, ms: 80 });
});

test('a sign-in forgets what came before', async () => {
  const signIns = new SlowSignIns(options);
  for (let nth = 0; nth < 4; nth += 1) await timed(signIns.take('anna', 'x'));
  signIns.forget('anna');
  expect(await timed(signIns.take('anna', 'x'))).toEqual({ left: 0, ms: 0 });
});
