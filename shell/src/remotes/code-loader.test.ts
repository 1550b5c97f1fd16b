import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRetries } from './remotes.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['a first attempt that succeeds is not repeated', 0, 'code', 1],
  ['two failures are retried', 2, 'code', 3],
  ['the third failure is final', 3, 'gone', 3],
])('%s', async (_what, failures, outcome, attempts) => {
  const load = vi.fn().mockResolvedValue('code');
  for (let failure = 0; failure < failures; failure += 1) load.mockRejectedValueOnce(new Error('gone'));
  const loaded = withRetries(load).catch(({ message }: Error) => message);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe(outcome);
  expect(load).toHaveBeenCalledTimes(attempts);
});
