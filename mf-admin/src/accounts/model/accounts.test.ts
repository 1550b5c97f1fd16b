import { expect, test } from 'vitest';
import { isExpired, type OpenInvitation } from './accounts.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

test.each([
  ['2026-03-01T11:59:59Z', true],
  ['2026-03-01T12:00:00Z', true],
  ['2026-03-01T12:00:01Z', false],
])('an invitation that ends at %s is expired at noon: %s', (expires_at, expected) => {
  expect(isExpired({ expires_at } as OpenInvitation, NOW)).toBe(expected);
});
