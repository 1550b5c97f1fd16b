import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRetries } from './code-loader.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a first attempt that succeeds is not repeated', async () => {
  const load = vi.fn().mockResolvedValue('code');
  expect(await withRetries(load)).toBe('code');
  expect(load).toHaveBeenCalledTimes(1);
});

test('two failures are retried', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error('1'))
    .mockRejectedValueOnce(new Error('2'))
    .mockResolvedValue('code');
  const loaded = withRetries(load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('code');
});

test('the third failure is final', async () => {
  const load = vi.fn().mockRejectedValue(new Error('gone'));
  const loaded = withRetries(load);
  const outcome = expect(loaded).rejects.toThrow('gone');
  await vi.runAllTimersAsync();
  await outcome;
  expect(load).toHaveBeenCalledTimes(3);
});
