import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.ts';

const minute = 60_000;

test('a caller is let in up to the limit in five minutes, and again when they have passed', () => {
  const limit = new RateLimit(2);
  limit.admit('a', 0);
  limit.admit('a', minute);
  expect(() => limit.admit('a', 2 * minute)).toThrow(
    expect.objectContaining({ status: 429, headers: { 'retry-after': '180' } }),
  );
  limit.admit('a', 5 * minute);
  expect(() => limit.admit('a', 5 * minute)).toThrow();
});

test('callers do not use up each other’s limit', () => {
  const limit = new RateLimit(1);
  limit.admit('a', 0);
  expect(() => limit.admit('b', 0)).not.toThrow();
});

test('a limit of 0 refuses nobody', () => {
  const limit = new RateLimit(0);
  expect(() => Array.from({ length: 100 }, () => limit.admit('a', 0))).not.toThrow();
});
