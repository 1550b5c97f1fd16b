import { expect, test } from 'vitest';
import { type Axes, perAxis } from './axes.ts';
import { isWhole, listerOf, pageOf, sentFor } from './listing.ts';
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

test('workshops have the order of the axes, then of their titles in German', () => {
  const value = (code: string) => ({ code, name: code });
  const places = { category: ['B', 'A'].map(value), group: [value('T1')], level: ['N1', 'N2'].map(value) };
  const workshop = (title: string, category: string, level: string): Workshop => ({
    ...{ id: title, title, category, group: 'T1', level, hours: 1, price: 1 },
  });
  const all = [
    workshop('Alpha', 'A', 'N1'),
    workshop('Beta', 'B', 'N2'),
    workshop('Zeta', 'B', 'N1'),
    workshop('Äther', 'B', 'N1'),
  ];
  expect(orderWorkshops(all, places).map(({ id }) => id)).toEqual(['Äther', 'Zeta', 'Beta', 'Alpha']);
});

test.each([
  [250, 99, [201, 250, 3, 3]],
  [0, 2, [1, 0, 1, 1]],
])('a list of %i shows its last page at most, not page %i', (length, page, expected) => {
  const list = Array.from({ length }, (_, index) => index + 1);
  const { first, last, number, count, entries } = pageOf(list, page);
  expect([first, last, number, count]).toEqual(expected);
  expect(entries).toEqual(list.slice(first - 1, last));
});
