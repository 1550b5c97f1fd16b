import { expect, test } from 'vitest';
import { daysAgoInZurich } from './rows.ts';

test.each([
  ['in winter', '2026-01-15T12:00:00Z', 1, '18:05', '2026-01-14T17:05:00.000Z'],
  ['in summer', '2026-07-15T12:00:00Z', 1, '18:05', '2026-07-14T16:05:00.000Z'],
  ['across the end of summer time', '2026-10-26T12:00:00Z', 2, '08:00', '2026-10-24T06:00:00.000Z'],
  ['in the future', '2026-01-15T12:00:00Z', -6, '09:00', '2026-01-21T08:00:00.000Z'],
  ['when Zurich is a day ahead of UTC', '2026-01-15T23:30:00Z', 0, '00:10', '2026-01-15T23:10:00.000Z'],
])('a time of day %s is local time in Zurich', (_, now, days, time, expected) => {
  expect(daysAgoInZurich(new Date(now), days, time).toISOString()).toBe(expected);
});
