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

  test('of the first view has no query', () => {
    expect(addressOf(START)).toBe('/course-matrix');
    expect(read('/course-matrix')).toEqual(START);
  });

  test('is the same whatever came first', () => {
    const other = { ...full, filter: { ...full.filter, category: ['RE', 'GL'] } };
    expect(addressOf(other)).toBe(addressOf(full));
    expect(read('/course-matrix?category=RE&category=GL&category=RE').filter.category).toEqual(['GL', 'RE']);
  });

  test('with nonsense means the first view', () => {
    for (const page of ['0', '-1', '1.5', 'x', '', '1e9']) expect(read(`/course-matrix?seite=${page}`).page).toBe(1);
    expect(read('/course-matrix?view=spiral&q=&workshop=')).toEqual(START);
  });
});

test('another filter begins at its first page, without a dialog, in the same layout', () => {
  expect(withFilter(full, NO_FILTER)).toEqual({ ...START, layout: 'table' });
});

describe('a chip that was sent as a form', () => {
  test('leads to the address without or with it', () => {
    expect(toggledFrom('q=KI&category=GL&toggle=category:RE')).toBe('/course-matrix?q=KI&category=GL&category=RE');
    expect(toggledFrom('q=KI&category=GL&toggle=category:GL')).toBe('/course-matrix?q=KI');
    expect(toggledFrom('level=N1&toggle=all&view=matrix')).toBe('/course-matrix?view=matrix');
  });

  test('of no known axis changes nothing, and other addresses lead nowhere', () => {
    expect(toggledFrom('q=KI&toggle=colour:blue')).toBe('/course-matrix?q=KI');
    expect(toggledFrom('q=KI')).toBeNull();
  });
});
