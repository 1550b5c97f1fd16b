import { expect, test } from 'vitest';
import { formatDuration, formatHours, parseDuration, sumOfDurations, toDuration } from './durations.ts';

test.each([
  ['01:30:00', '1h 30m'],
  ['02:00:00', '2h'],
  ['00:45:00', '45m'],
  ['26:05:00', '26h 5m'],
  ['00:00:00', ''],
  ['00:00:40', ''],
  ['7:05', '7h 5m'],
  ['', ''],
  [null, ''],
  ['morgen', ''],
])('%j is shown as %j', (duration, text) => {
  expect(formatDuration(duration)).toBe(text);
});

test('hours and minutes survive the way to the database and back', () => {
  expect(toDuration({ hours: 3, minutes: 5 })).toBe('03:05:00');
  expect(parseDuration('03:05:00')).toEqual({ hours: 3, minutes: 5 });
  expect(toDuration({ hours: 0, minutes: 90 })).toBe('01:30:00');
  expect(toDuration({ hours: -1, minutes: 0 })).toBe('00:00:00');
});

test.each([
  [['00:10:40', '00:10:40', '00:10:40'], '00:32:00', '32m'],
  [['00:00:40', '00:00:40'], '00:01:20', '1m'],
  [['23:59:59', '00:00:01', '0:30'], '24:30:00', '24h 30m'],
  [['00:00:59.5', '00:00:00.5'], '00:01:00', '1m'],
  [['', 'morgen'], '00:00:00', ''],
  [[], '00:00:00', ''],
])('%j are %s in all, shown as %j', (durations, sum, shown) => {
  expect(sumOfDurations(durations)).toBe(sum);
  expect(formatDuration(sum)).toBe(shown);
});

test('hours of the matrix keep their fraction', () => {
  expect([7, 3.5, 0.25].map(formatHours)).toEqual(['7h', '3.5h', '0.25h']);
});
