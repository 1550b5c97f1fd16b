import { describe, expect, test } from 'vitest';
import { type Axes, perAxis } from './axes.ts';
import { NO_FILTER } from './filter.ts';
import { isWhole, listerOf, pageOf, sentFor } from './listing.ts';
import { placesOf, tableOf } from './table.ts';
import { readView } from './view.ts';
import { type Matrix, orderWorkshops, type Workshop } from './workshop.ts';

const axes: Axes = perAxis(() => ['A', 'B'].map((code) => ({ code, name: `Wert ${code}` })));

const matrixOf = (count: number): Matrix => ({
  axes,
  workshops: Array.from({ length: count }, (_, index): Workshop => {
    const half = index < count / 2 ? 'A' : 'B';
    const title = `Titel ${index}${index === count - 1 ? ' Einhorn' : ''}`;
    return { id: `w${index}`, title, category: half, group: half, level: 'A', hours: 1, price: 1 };
  }),
});

const viewOf = (query: string) => readView(new URLSearchParams(query));
const sent = (query: string, count: number) => JSON.stringify(sentFor(viewOf(query), matrixOf(count)));
const titlesIn = (text: string) => text.match(/Titel \d+/g)?.length ?? 0;

test('a small matrix is sent whole, for a filtered view too', () => {
  expect(sentFor(viewOf('suche=Einhorn'), matrixOf(100))).toEqual(matrixOf(100));
});

test.each([
  ['', 100],
  ['seite=3', 50],
  ['suche=einhorn', 1],
  ['kategorie=B', 100],
  ['kategorie=nirgends', 100],
  ['suche=nichts', 0],
  ['ansicht=matrix', 6],
  ['ansicht=matrix&stufe=B', 0],
])('only the shown workshops of a large matrix are sent: %s', (query, titles) => {
  expect(titlesIn(sent(query, 250))).toBe(titles);
});

test('the size of an excerpt does not grow with the matrix', () => {
  expect(sent('', 2_000).length).toBeLessThan(sent('', 500).length * 1.1);
});

test.each([
  '',
  'seite=3',
  'seite=99',
  'suche=einhorn',
  'zielgruppe=B&seite=2',
  'ansicht=matrix',
  'ansicht=matrix&suche=nichts',
])('an excerpt has the same list and counts as the whole matrix: %s', (query) => {
  const [matrix, view] = [matrixOf(250), viewOf(query)];
  const excerpt = sentFor(view, matrix);
  expect(isWhole(excerpt)).toBe(false);
  const [whole, part] = [listerOf(matrix), listerOf(JSON.parse(JSON.stringify(excerpt)))];
  expect(part.list(view)).toEqual(whole.list(view));
  expect([part.total, part.count(view.filter)]).toEqual([whole.total, whole.count(view.filter)]);
});

describe('the table', () => {
  const places: Axes = {
    category: ['B', 'A'].map((code) => ({ code, name: code })),
    group: [{ code: 'T1', name: 'Eine' }],
    level: ['N1', 'N2'].map((code) => ({ code, name: code })),
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

  test('has workshops in the order of the axes, then of their titles in German', () => {
    expect(orderWorkshops(all, places).map(({ id }) => id)).toEqual(['4', '3', '2', '1']);
  });

  test.each([
    ['all', NO_FILTER, ['B: N1 3 4, N2 2', 'A: N1 1, N2']],
    ['the chosen', { ...NO_FILTER, category: ['A'], level: ['N2'] }, ['A: N2']],
  ])('has %s categories as rows, target groups as columns and levels in cells, empty ones too', (_, filter, rows) => {
    const shown = tableOf(placesOf(all, true), places, filter).map(({ row, cells }) => {
      const slots = cells.flatMap((cell) => cell.slots);
      return `${row.code}: ${slots.map(({ value, first }) => [value.code, ...first.map(({ id }) => id)].join(' ')).join(', ')}`;
    });
    expect(shown).toEqual(rows);
  });
});

test.each([
  [250, 1, [1, 100, 1, 3]],
  [250, 3, [201, 250, 3, 3]],
  [250, 99, [201, 250, 3, 3]],
  [0, 2, [1, 0, 1, 1]],
])('a list of %i has pages of a hundred with their range: page %i', (length, page, expected) => {
  const list = Array.from({ length }, (_, index) => index + 1);
  const { first, last, number, count, entries } = pageOf(list, page);
  expect([first, last, number, count]).toEqual(expected);
  expect(entries).toEqual(list.slice(first - 1, last));
});
