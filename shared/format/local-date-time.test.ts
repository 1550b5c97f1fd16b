import { afterEach, expect, test, vi } from 'vitest';
import { fromLocalInput, toLocalInput } from './dates.ts';

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['Pacific/Auckland', '2025-11-21T02:05'],
  ['America/New_York', '2025-11-20T08:05'],
])('the field has the time of the zone %s', (zone, typed) => {
  vi.stubEnv('TZ', zone);
  expect(toLocalInput('2025-11-20T13:05:00Z')).toBe(typed);
  expect(fromLocalInput(typed)).toBe('2025-11-20T13:05:00.000Z');
});

test('a moment survives the way through the field, to the minute', () => {
  expect(fromLocalInput(toLocalInput('2025-11-20T13:05:40Z'))).toBe('2025-11-20T13:05:00.000Z');
  expect(toLocalInput('2025-11-20T13:05:00Z')).toMatch(/^2025-11-(19|20|21)T\d\d:\d\d$/);
});

test('empty stays empty', () => {
  expect(toLocalInput(null)).toBe('');
  expect(toLocalInput('unbekannt')).toBe('');
  expect(fromLocalInput('')).toBeNull();
});
