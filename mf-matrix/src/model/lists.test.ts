import { expect, test } from 'vitest';
import type { Axes } from './axes.ts';
import { NO_FILTER } from './filter.ts';
import { pageOf } from './listing.ts';
import { placesOf, tableOf } from './table.ts';
import { orderWorkshops, type Workshop } from './workshop.ts';

const axes: Axes = {
  category: [
    { code: 'B', name: 'Zuerst' },
    { code: 'A', name: 'Danach' },
  ],
  group: [{ code: 'T1', name: 'Eine' }],
  level: [
    { code: 'N1', name: 'Einstieg' },
    { code: 'N2', name: 'Aufbau' },
  ],
};
const workshop = (id: string, category: string, level: string, title: string): Workshop => ({
  ...{ id, title, category, group: 'T1', level, hours: 1, price: 1 },
});
const all = [
  workshop('1', 'A', 'N1', 'Alpha'),
  workshop('2', 'B', 'N2', 'Beta'),
  workshop('3', 'B', 'N1', 'Zeta'),
  workshop('4', 'B', 'N1', 'Äther'),
];

test('workshops are ordered by the axes, then by title in German', () => {
  expect(orderWorkshops(all, axes).map(({ id }) => id)).toEqual(['4', '3', '2', '1']);
});

test('the table has categories as rows, target groups as columns and levels in cells, empty ones too', () => {
  const places = tableOf(placesOf(all, true), axes, NO_FILTER).map(({ row, cells }) => [
    row.code,
    cells.flatMap(({ slots }) => slots.map(({ value, first }) => [value.code, ...first.map(({ id }) => id)])),
  ]);
  const [n1, n2] = ['N1', 'N2'];
  expect(places).toEqual([
    [
      'B',
      [
        [n1, '3', '4'],
        [n2, '2'],
      ],
    ],
    ['A', [[n1, '1'], [n2]]],
  ]);
});

test('the table has only the chosen values of an axis', () => {
  const rows = tableOf(placesOf(all, true), axes, { ...NO_FILTER, category: ['A'], level: ['N2'] });
  expect(rows.map(({ row }) => row.code)).toEqual(['A']);
  expect(rows[0]?.cells[0]?.slots.map(({ value }) => value.code)).toEqual(['N2']);
});

test('a long list is split into pages of a hundred with their range', () => {
  const list = Array.from({ length: 250 }, (_, index) => index);
  expect(pageOf(list, 1)).toMatchObject({ first: 1, last: 100, number: 1, count: 3 });
  expect(pageOf(list, 3)).toMatchObject({ first: 201, last: 250, number: 3 });
  expect(pageOf(list, 3).entries).toEqual(list.slice(200));
  expect(pageOf(list, 99).number).toBe(3);
  expect(pageOf([], 2)).toMatchObject({ number: 1, count: 1 });
});
