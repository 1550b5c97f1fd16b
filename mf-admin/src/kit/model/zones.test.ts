import { applySite, UNNAMED_SITE } from '@ki/shared/contract/site.ts';
import { fromLocalInput, toLocalInput } from '@ki/shared/format/dates.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { publishDate } from '../../kinds/model/publication.ts';
import { isSkipped, localTimeHint, siteDateTime, siteZoneAt } from './zones.ts';

beforeEach(() => applySite(UNNAMED_SITE));
afterEach(() => applySite(UNNAMED_SITE));

const inZone = (zone: string) => vi.stubEnv('TZ', zone);

test('both zones are named where they show another time, and neither where they agree', () => {
  inZone('America/New_York');
  expect(localTimeHint('2026-12-24T18:00')).toBe('Local time (New York), 00:00 on 25 December 2026 in Zurich');
  expect(siteDateTime('2026-12-24T23:00:00Z')).toBe('25. Dezember 2026, 00:00 Uhr (Zurich)');
  expect(localTimeHint('')).toBe('Local time (New York)');
  expect([siteZoneAt('unbekannt'), siteDateTime('')]).toEqual([null, '']);
  inZone('Europe/Zurich');
  expect(localTimeHint('2026-12-25T00:00')).toBe('Local time');
  expect(siteDateTime('2026-12-24T23:00:00Z')).toBe('25. Dezember 2026, 00:00 Uhr');
  expect(localTimeHint('')).toBe('Local time');
});

test.each([
  ['Europe/Berlin', null, null],
  // No summer time: the zones agree in winter only, whatever the season of the day that plans.
  ['Africa/Lagos', null, 'Zurich'],
  ['Europe/London', 'Zurich', 'Zurich'],
  ['Asia/Kathmandu', 'Zurich', 'Zurich'],
  ['UTC', 'Zurich', 'Zurich'],
])('the zone of %s differs from the site’s at the moment itself', (zone, winter, summer) => {
  inZone(zone);
  for (const now of ['2026-12-01T12:00:00Z', '2027-07-01T12:00:00Z']) {
    vi.setSystemTime(now);
    expect([siteZoneAt('2027-01-15T12:00:00Z'), siteZoneAt('2027-07-15T12:00:00Z')]).toEqual([winter, summer]);
  }
  vi.useRealTimers();
});

test('a site in UTC names its zone, and a zone of three parts is its city', () => {
  applySite({ ...UNNAMED_SITE, timeZone: 'UTC' });
  inZone('America/Argentina/Buenos_Aires');
  expect(localTimeHint('2026-12-24T18:00')).toBe('Local time (Buenos Aires), 21:00 on 24 December 2026 in UTC');
});

/** Every 15 minutes of the days around a change of clocks, a year's turn and a leap day. */
function* inputsOf(days: readonly string[]) {
  for (const day of days) {
    for (let minutes = 0; minutes < 3 * 1440; minutes += 15)
      yield new Date(Date.parse(`${day}T00:00Z`) + minutes * 60_000).toISOString().slice(0, 16);
  }
}

test.each<[string, readonly string[], string | null, string | null, string | null]>([
  ['Europe/Zurich', ['2027-03-27', '2027-10-30'], '2027-03-28T02:00', '2027-03-28T02:45', '2027-10-31T02:30'],
  ['America/New_York', ['2027-03-13', '2027-11-06'], '2027-03-14T02:00', '2027-03-14T02:45', '2027-11-07T01:30'],
  // A day that was left out.
  ['Pacific/Apia', ['2011-12-29', '2027-03-27'], '2011-12-30T00:00', '2011-12-30T23:45', null],
  ['Asia/Kathmandu', ['2027-03-27', '2027-12-30'], null, null, null],
  // Half an hour.
  ['Australia/Lord_Howe', ['2027-10-02', '2027-04-03'], '2027-10-03T02:00', '2027-10-03T02:15', '2027-04-04T01:45'],
  // At midnight.
  ['Africa/Cairo', ['2027-04-29', '2027-10-28'], '2027-04-30T00:00', '2027-04-30T00:45', '2027-10-28T23:30'],
])(
  'in %s a local time is the same after it was stored, and one that clocks skip is refused',
  (zone, days, first, last, twice) => {
    inZone(zone);
    const skipped: string[] = [];
    for (const input of inputsOf([...days, '2026-12-30', '2028-02-28'])) {
      if (isSkipped(input)) skipped.push(input);
      else expect(toLocalInput(fromLocalInput(input))).toBe(input);
    }
    expect([skipped[0] ?? null, skipped.at(-1) ?? null]).toEqual([first, last]);
    for (const input of skipped) expect(publishDate.schema.safeParse(input).success).toBe(false);
    if (twice === null) return;
    const stored = fromLocalInput(twice) ?? '';
    const half = zone === 'Australia/Lord_Howe' ? 30 : 60;
    const second = new Date(Date.parse(stored) + half * 60_000 + 17_000).toISOString();
    expect(toLocalInput(second)).toBe(twice);
    expect(localTimeHint(twice, stored)).toMatch(/, the first time that clocks show it$/);
    expect(localTimeHint(twice, second)).toMatch(/, the second time that clocks show it$/);
    // Untouched it keeps its moment and its seconds.
    expect(publishDate.toStored(publishDate.toValue(second), second)).toBe(second);
  },
);
