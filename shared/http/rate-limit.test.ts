import { expect, test } from 'vitest';
import { clientName, RateLimit } from './rate-limit.ts';

const MINUTE = 60_000;

test('a client is allowed the limit in a window, and again when the window has passed', () => {
  const limit = new RateLimit(2, 5 * MINUTE);
  expect([limit.take('a', { now: 0 }), limit.take('a', { now: MINUTE })]).toEqual([0, 0]);
  expect(limit.take('a', { now: 2 * MINUTE })).toBe(3 * MINUTE);
  expect(limit.take('a', { now: 5 * MINUTE })).toBe(0);
  expect(limit.take('a', { now: 5 * MINUTE })).toBe(MINUTE);
});

test('a limit of 0 allows any number', () => {
  const limit = new RateLimit(0, MINUTE);
  expect(Array.from({ length: 100 }, () => limit.take('a', { now: 0 })).every((wait) => wait === 0)).toBe(true);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1::5:6', '2001:db8:1:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (client, name) => expect(clientName(client)).toBe(name));

test('addresses of one /64 are one client, and a /48 has the limit of ten', () => {
  const limit = new RateLimit(2, MINUTE);
  const take = (network: number, host: number) => limit.take(`2001:db8:1:${network}::${host}`, { now: 0 });
  expect([take(1, 1), take(1, 2), take(1, 3)]).toEqual([0, 0, MINUTE]);
  const others = Array.from({ length: 20 }, (_, network) => take(network + 2, 1));
  expect(others.filter((wait) => wait === 0)).toHaveLength(18);
  expect(limit.take('2001:db8:2:1::1', { now: 0 })).toBe(0);
});

test.each([
  ['clients', (limit: RateLimit, name: string) => limit.take(name, { now: 0 })],
  ['uses about different things', (limit: RateLimit, about: string) => limit.take('a', { about, now: 0 })],
])('%s do not use up each other’s limit', (_what, take) => {
  const limit = new RateLimit(1, MINUTE);
  expect(['x', 'y', 'x'].map((name) => take(limit, name))).toEqual([0, 0, MINUTE]);
});
