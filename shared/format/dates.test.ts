import { expect, test, vi } from 'vitest';
import { dateTime, dayAndMonth, dayBadge, dayKey, fromLocalInput, longDate, shortDate, toLocalInput } from './dates.ts';

const WINTER = '2025-11-20T13:05:00Z';
const SUMMER_NIGHT = '2025-06-30T22:30:00+00:00';

test('dates are German', () => {
  expect(dayAndMonth(WINTER)).toBe('20. November');
  expect(longDate(WINTER)).toBe('20. November 2025');
  expect(shortDate('2025-03-05T10:00:00Z')).toBe('5.3.2025');
  // No space is a non-breaking or thin one.
  expect(dateTime(WINTER)).toBe('20. November 2025, 14:05 Uhr');
  expect(dayBadge(WINTER)).toEqual({ day: '20', month: 'Nov' });
  expect(dayBadge('2025-03-05T10:00:00Z')).toEqual({ day: '5', month: 'Mär' });
});

test('a day begins and ends in Zurich', () => {
  expect(dayKey(SUMMER_NIGHT)).toBe('2025-07-01');
  expect(dateTime(SUMMER_NIGHT)).toBe('1. Juli 2025, 00:30 Uhr');
  expect(dayKey('2025-12-31T23:00:00Z')).toBe('2026-01-01');
});

test('a day is formatted like the moments in it', () => {
  const day = dayKey(SUMMER_NIGHT);
  for (const format of [dayAndMonth, longDate, shortDate, dayBadge, dayKey]) {
    expect(format(day)).toEqual(format(SUMMER_NIGHT));
  }
});

test('an invalid date is formatted as an empty text', () => {
  expect([dayAndMonth, longDate, shortDate, dateTime, dayKey].map((format) => format('gestern'))).toEqual(
    Array(5).fill(''),
  );
  expect(dayAndMonth('2025-13-01')).toBe('');
  expect(dayBadge('')).toEqual({ day: '', month: '' });
});

test.each([
  ['Pacific/Auckland', '2025-11-21T02:05'],
  ['America/New_York', '2025-11-20T08:05'],
])('the field has the time of the zone %s', (zone, typed) => {
  vi.stubEnv('TZ', zone);
  expect(toLocalInput(WINTER)).toBe(typed);
  expect(fromLocalInput(typed)).toBe('2025-11-20T13:05:00.000Z');
});

test('a moment survives the way through the field, to the minute, and empty stays empty', () => {
  expect(fromLocalInput(toLocalInput('2025-11-20T13:05:40Z'))).toBe('2025-11-20T13:05:00.000Z');
  expect([toLocalInput(null), toLocalInput('unbekannt'), fromLocalInput('')]).toEqual(['', '', null]);
});
