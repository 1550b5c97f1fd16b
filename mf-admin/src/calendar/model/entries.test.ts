import { applySite, UNNAMED_SITE } from '@ki/shared/contract/site.ts';
import { dayKey, timeOfDay } from '@ki/shared/format/dates.ts';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, daysOf, isDay, searchOf, step, titleOf, viewOf, weekOf } from './calendar-view.ts';
import { clashesOf, dropOf, type Entry, movedTo } from './entries.ts';

const entry = (id: string, publishedAt: string, table: Entry['table'] = 'posts'): Entry => ({
  ...{ id, table, publishedAt },
  title: id,
  isDraft: false,
  updatedAt: '2026-01-01T00:00:00Z',
});
const NOW = Date.parse('2026-11-26T12:00:00Z');
const asked = (search: string) => viewOf(new URLSearchParams(search), '2026-11-26');

test('every month of 40 years begins on a Monday, ends on a Sunday, and has all its days once; a week has seven', () => {
  for (let month = 0; month < 480; month += 1) {
    const view = step({ unit: 'month', day: '2010-01-31' }, month);
    const days = daysOf(view);
    expect(days.length % 7).toBe(0);
    expect(weekOf(days[0] ?? '')).toBe(days[0]);
    expect(days).toContain(view.day);
    expect(days.every((day, index) => index === 0 || day === addDays(days[index - 1] ?? '', 1))).toBe(true);
  }
  const week = daysOf(asked('unit=week'));
  expect([week[0], week.at(-1), week.length]).toEqual(['2026-11-23', '2026-11-29', 7]);
});

test('an address that names no day shows today', () => {
  for (const day of ['', '2026-13-01', '2026-02-30', '26.11.2026', '2026-11-26T00:00', '0000-00-00'])
    expect(asked(`day=${day}`)).toEqual({ unit: 'month', day: '2026-11-26' });
  expect(isDay('2028-02-29')).toBe(true);
  expect(searchOf(asked('unit=week&day=2027-01-01'), '2026-11-26')).toBe('?unit=week&day=2027-01-01');
  expect(searchOf(asked('unit=fortnight'), '2026-11-26')).toBe('?');
});

test('the next month of the 31st is the next one, and a week names its Monday', () => {
  expect(step({ unit: 'month', day: '2026-01-31' }, 1).day).toBe('2026-02-01');
  expect(step({ unit: 'month', day: '2026-01-31' }, -1).day).toBe('2025-12-01');
  expect(titleOf(step(asked('unit=week'), 1))).toBe('Week of Monday, 30 November 2026');
  expect(titleOf(asked(''))).toBe('November 2026');
});

test('a move by days keeps the time of day over changes of clocks', () => {
  for (const time of ['00:30', '09:00', '12:00', '23:59']) {
    for (const [from, to] of [
      ['2026-10-20', '2026-10-30'],
      ['2026-10-30', '2026-10-20'],
      ['2027-03-20', '2027-04-02'],
      ['2026-12-31', '2027-01-01'],
    ] as const) {
      const summer = (day: string) => day > '2027-03-27' || day < '2026-10-25';
      const moment = new Date(`${from}T${time}:17+0${summer(from) ? 2 : 1}:00`).toISOString();
      const moved = movedTo(moment, to);
      expect([dayKey(moved), timeOfDay(moved), moved.slice(17, 19)]).toEqual([to, time, '17']);
    }
  }
});

test('a time that the change of clocks leaves out is an hour earlier on its day', () => {
  const moved = movedTo('2027-03-20T01:30:00Z', '2027-03-28');
  expect(dayKey(moved)).toBe('2027-03-28');
  expect(timeOfDay(moved)).toBe('01:30');
  expect(dropOf('2027-03-20T01:30:00Z', '2027-03-28')).toEqual({ to: moved, note: 'Clocks skip 02:30 on that day.' });
  expect(dropOf('2027-03-20T01:30:00Z', '2027-03-27')).toEqual({ to: '2027-03-27T01:30:00.000Z' });
});

test('a time that clocks skip at midnight stays on the day of the drop', () => {
  applySite({ ...UNNAMED_SITE, timeZone: 'Africa/Cairo' });
  onTestFinished(() => applySite(UNNAMED_SITE));
  const moved = movedTo('2027-04-15T22:30:00Z', '2027-04-30');
  expect([dayKey(moved), timeOfDay(moved)]).toEqual(['2027-04-30', '01:30']);
});

test('scheduled posts clash less than an hour apart; pages and what is public do not', () => {
  const [one, other, later] = [
    entry('one', '2026-12-01T09:00:00Z'),
    entry('other', '2026-12-01T09:59:59Z'),
    entry('later', '2026-12-01T10:59:59Z'),
  ];
  expect([...clashesOf([later, other, one], NOW).keys()].sort()).toEqual(['one', 'other']);
  expect(clashesOf([one, later], NOW).size).toBe(0);
  expect(clashesOf([one, entry('pages', '2026-12-01T09:10:00Z', 'pages')], NOW).size).toBe(0);
  const [past, next] = [entry('past', '2026-11-26T11:50:00Z'), entry('next', '2026-11-26T12:10:00Z')];
  expect([...clashesOf([past, next], NOW)]).toEqual([['next', past]]);
});

test('the draft of a post clashes with other posts, but not with its own', () => {
  const draft = { ...entry('one', '2026-12-01T09:30:00Z'), isDraft: true };
  const [own, other] = [entry('one', '2026-12-01T09:00:00Z'), entry('other', '2026-12-01T09:50:00Z')];
  expect(clashesOf([draft, own], NOW).size).toBe(0);
  expect([...clashesOf([draft, own, other], NOW).keys()].sort()).toEqual(['draft-one', 'one', 'other']);
  expect(clashesOf([{ ...draft, table: 'workshops' }, other], NOW).size).toBe(0);
});
