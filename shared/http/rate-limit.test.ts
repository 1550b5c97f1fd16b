import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.ts';

const MINUTE = 60_000;

test('a client is allowed the limit in a window, and again when the window has passed', () => {
  const limit = new RateLimit(2, 5 * MINUTE);
  expect([limit.take('a', { now: 0 }), limit.take('a', { now: MINUTE })]).toEqual([0, 0]);
  expect(limit.take('a', { now: 2 * MINUTE })).toBe(3 * MINUTE);
  expect(limit.take('a', { now: 5 * MINUTE })).toBe(0);
  expect(limit.take('a', { now: 5 * MINUTE })).toBe(MINUTE);
});

test('clients do not use up each other’s limit', () => {
  const limit = new RateLimit(1, MINUTE);
  expect([limit.take('a', { now: 0 }), limit.take('b', { now: 0 })]).toEqual([0, 0]);
});

test('a limit of 0 allows any number', () => {
  const limit = new RateLimit(0, MINUTE);
  expect(Array.from({ length: 100 }, () => limit.take('a', { now: 0 })).every((wait) => wait === 0)).toBe(true);
});

test('addresses of one /64 are one client, and a /48 has the limit of ten', () => {
  const limit = new RateLimit(2, MINUTE);
  const take = (network: number, host: number) => limit.take(`2001:db8:1:${network}::${host}`, { now: 0 });
  expect([take(1, 1), take(1, 2), take(1, 3)]).toEqual([0, 0, MINUTE]);
  const others = Array.from({ length: 20 }, (_, network) => take(network + 2, 1));
  expect(others.filter((wait) => wait === 0)).toHaveLength(18);
  expect(limit.take('2001:db8:2:1::1', { now: 0 })).toBe(0);
});

test('uses about different things are limited apart', () => {
  const limit = new RateLimit(1, MINUTE);
  const take = (about: string) => limit.take('a', { about, now: 0 });
  expect([take('x'), take('y'), take('x')]).toEqual([0, 0, MINUTE]);
});
