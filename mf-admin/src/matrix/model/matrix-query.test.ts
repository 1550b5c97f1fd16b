import { expect, test } from 'vitest';
import { isFiltered, matrixQueryOf, searchOf } from './matrix-query.ts';

const ID = '40000000-0000-4000-8000-000000000001';
const read = (search: string) => matrixQueryOf(new URLSearchParams(search));

test('an address keeps search, filters and page', () => {
  const query = { search: 'KI & Recht', category: ID, group: '', level: ID, page: 3 };
  expect(read(searchOf(query))).toEqual(query);
  expect(isFiltered(query)).toBe(true);
});

test('invalid parameters count as missing', () => {
  const query = read('?q=%20&category=A&level=1)&page=0');
  expect(query).toEqual({ search: '', category: '', group: '', level: '', page: 1 });
  expect(searchOf(query)).toBe('?');
  expect(isFiltered(query)).toBe(false);
});
