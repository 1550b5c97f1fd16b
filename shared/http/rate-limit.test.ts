import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.ts';

const MINUTE = 60_000;

test('a client is allowed the limit in a window, and again when the window has passed', () => {
  const limit = new RateLimit(2, 5 * MINUTE);
  expect([limit.take('a', 0), limit.take('a', MINUTE)]).toEqual([0, 0]);
  expect(limit.take('a', 2 * MINUTE)).toBe(3 * MINUTE);
  expect(limit.take('a', 5 * MINUTE)).toBe(0);
  expect(limit.take('a', 5 * MINUTE)).toBe(MINUTE);
});

test('clients do not use up each other’s limit', () => {
  const limit = new RateLimit(1, MINUTE);
  expect([limit.take('a', 0), limit.take('b', 0)]).toEqual([0, 0]);
});

test('a limit of 0 allows any number', () => {
  const limit = new RateLimit(0, MINUTE);
  expect(Array.from({ length: 100 }, () => limit.take('a', 0)).every((wait) => wait === 0)).toBe(true);
});
