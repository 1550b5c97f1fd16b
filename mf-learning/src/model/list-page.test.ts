import { describe, expect, test } from 'vitest';
import { foundText, pageCount } from './list-page.ts';

describe('the count', () => {
  const found = (page: number, shown: number, total: number) =>
    foundText({ page, entries: Array.from({ length: shown }), total }, 'course', 'courses');
  test('of nothing', () => expect(found(1, 0, 0)).toBe('0 courses found'));
  test('of one', () => expect(found(1, 1, 1)).toBe('1 course found'));
  test('of a list that is shown whole', () => expect(found(1, 100, 100)).toBe('100 courses found'));
  test('says which part of a longer list is shown', () => {
    expect(found(1, 100, 1000)).toBe('1000 courses found, showing 1 to 100');
    expect(found(3, 1, 201)).toBe('201 courses found, showing 201 to 201');
  });
});

test.each([
  [0, 1],
  [100, 1],
  [101, 2],
])('%i entries make %i pages', (total, pages) => expect(pageCount(total)).toBe(pages));
