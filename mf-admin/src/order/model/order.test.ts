import { expect, test } from 'vitest';
import { afterDrop, sortedBy, stepItem } from './order.ts';

const IDS = ['a', 'b', 'c', 'd'];

test('a step moves an item by one position, and the ends stay the ends', () => {
  expect(stepItem(IDS, 'b', 1)).toEqual(['a', 'c', 'b', 'd']);
  expect(stepItem(IDS, 'b', -1)).toEqual(['b', 'a', 'c', 'd']);
  expect(stepItem(IDS, 'a', -1)).toBe(IDS);
  expect(stepItem(IDS, 'd', 1)).toBe(IDS);
  expect(stepItem(IDS, 'gone', 1)).toBe(IDS);
});

test('a dropped item takes the position of its target', () => {
  expect(afterDrop(IDS, 'a', 'c')).toEqual(['b', 'c', 'a', 'd']);
  expect(afterDrop(IDS, 'd', 'b')).toEqual(['a', 'd', 'b', 'c']);
  expect(afterDrop(IDS, 'a', 'gone')).toBe(IDS);
});

test('rows follow the ids; ids without a row are ignored, and rows without an id come last', () => {
  const rows = IDS.map((id) => ({ id }));
  expect(sortedBy(rows, ['c', 'gone', 'a']).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd']);
});
