import { describe, expect, test } from 'vitest';
import { NO_FILTER } from './filter.ts';
import { addressOf, readView, START, toggledAddress, type View, withFilter } from './view.ts';

const read = (address: string) => readView(new URL(address, 'http://site.test').searchParams);
const toggledFrom = (query: string) => toggledAddress(new URLSearchParams(query));

const full: View = {
  filter: { text: 'KI & Recht', category: ['GL', 'RE'], group: ['T1'], level: ['N2', 'N3'] },
  layout: 'table',
  page: 3,
  workshop: 'a1',
};

describe('the address', () => {
  test('keeps the whole view', () => {
    expect(read(addressOf(full))).toEqual(full);
  });

  test('has no query for the initial view', () => {
    expect(addressOf(START)).toBe('/course-matrix');
    expect(read('/course-matrix')).toEqual(START);
  });

  test('does not depend on the order of values', () => {
    const other = { ...full, filter: { ...full.filter, category: ['RE', 'GL'] } };
    expect(addressOf(other)).toBe(addressOf(full));
    expect(read('/course-matrix?kategorie=RE&kategorie=GL&kategorie=RE').filter.category).toEqual(['GL', 'RE']);
  });

  test('falls back to the initial view for invalid values', () => {
    for (const page of ['0', '-1', '1.5', 'x', '', '1e9']) expect(read(`/course-matrix?seite=${page}`).page).toBe(1);
    expect(read('/course-matrix?ansicht=spiral&suche=&workshop=')).toEqual(START);
  });
});

test('a new filter starts at the first page, without a dialog, in the same layout', () => {
  expect(withFilter(full, NO_FILTER)).toEqual({ ...START, layout: 'table' });
});

describe('a chip submitted without scripts', () => {
  test('adds its value to the address or removes it', () => {
    expect(toggledFrom('suche=KI&kategorie=GL&umschalten=category:RE')).toBe(
      '/course-matrix?suche=KI&kategorie=GL&kategorie=RE',
    );
    expect(toggledFrom('suche=KI&kategorie=GL&umschalten=category:GL')).toBe('/course-matrix?suche=KI');
    expect(toggledFrom('stufe=N1&umschalten=all&ansicht=matrix')).toBe('/course-matrix?ansicht=matrix');
  });

  test('changes nothing for an unknown axis, and is null for an address without a chip', () => {
    expect(toggledFrom('suche=KI&umschalten=colour:blue')).toBe('/course-matrix?suche=KI');
    expect(toggledFrom('suche=KI')).toBeNull();
  });
});
