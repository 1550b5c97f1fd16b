import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first call runs at once, and a thousand calls in a second run four times more', () => {
  const run = vi.fn();
  const call = atMostEvery(250, run);
  call();
  expect(run).toHaveBeenCalledTimes(1);
  for (let time = 0; time < 1_000; time += 1) {
    vi.advanceTimersByTime(1);
    call();
  }
  expect(run).toHaveBeenCalledTimes(5);
});

test('the last call runs, and a later one at once again', () => {
  const run = vi.fn();
  const call = atMostEvery(250, run);
  call();
  call();
  vi.advanceTimersByTime(250);
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(250);
  call();
  expect(run).toHaveBeenCalledTimes(3);
});
