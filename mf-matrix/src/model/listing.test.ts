import { expect, test } from 'vitest';
import { type Axes, perAxis } from './axes.ts';
import { isWhole, listerOf, sentFor } from './listing.ts';
import { readView } from './view.ts';
import type { Matrix, Workshop } from './workshop.ts';

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

test('a small matrix is sent whole, whatever is asked of it', () => {
  expect(sentFor(viewOf('q=Einhorn'), matrixOf(100))).toEqual(matrixOf(100));
});

test.each([
  ['', 100],
  ['seite=3', 50],
  ['q=einhorn', 1],
  ['category=B', 100],
  ['category=nirgends', 100],
  ['q=nichts', 0],
  ['view=matrix', 6],
  ['view=matrix&level=B', 0],
])('of a large one only what is shown is sent: %s', (query, titles) => {
  expect(titlesIn(sent(query, 250))).toBe(titles);
});

test('what is sent of two thousand takes no more room than what is sent of five hundred', () => {
  expect(sent('', 2_000).length).toBeLessThan(sent('', 500).length * 1.1);
});

test.each(['', 'seite=3', 'seite=99', 'q=einhorn', 'group=B&seite=2', 'view=matrix', 'view=matrix&q=nichts'])(
  'an excerpt lists and counts as the whole does: %s',
  (query) => {
    const [matrix, view] = [matrixOf(250), viewOf(query)];
    const excerpt = sentFor(view, matrix);
    expect(isWhole(excerpt)).toBe(false);
    const [whole, part] = [listerOf(matrix), listerOf(JSON.parse(JSON.stringify(excerpt)))];
    expect(part.list(view)).toEqual(whole.list(view));
    expect([part.total, part.count(view.filter)]).toEqual([whole.total, whole.count(view.filter)]);
  },
);
