import { expect, test } from 'vitest';
import { momentIn } from './read-post-file.ts';

/** As `private.moment_of` reads them. */
test.each([
  ['2026-03-01', '2026-02-28T23:00:00.000Z'],
  ['2026-07-01 10:00', '2026-07-01T08:00:00.000Z'],
  ['2026-07-01T10:00:30', '2026-07-01T08:00:30.000Z'],
  ['2026-07-01 10:00:00 +0200', '2026-07-01T08:00:00.000Z'],
  ['2026-07-01T10:00:00-05', '2026-07-01T15:00:00.000Z'],
  ['2026-07-01T10:00:00Z', '2026-07-01T10:00:00.000Z'],
  // The night on which clocks go forward, and the one on which they go back.
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-29 04:00', '2026-03-29T02:00:00.000Z'],
  ['2026-10-25 04:00', '2026-10-25T03:00:00.000Z'],
  ['01.03.2026', null],
  ['2026-13-01', null],
  ['now', null],
])('%s', (given, moment) => {
  expect(momentIn(given, 'Europe/Zurich')).toBe(moment);
});
