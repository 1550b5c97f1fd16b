import { describe, expect, test } from 'vitest';
import { foundText, pageCount } from './list-page.ts';

describe('the count', () => {
  const found = (page: number, shown: number, total: number) =>
    foundText({ page, entries: Array.from({ length: shown }), total }, 'course', 'courses');
  test('is 0 for an empty list', () => expect(found(1, 0, 0)).toBe('0 courses found'));
  test('has a singular', () => expect(found(1, 1, 1)).toBe('1 course found'));
  test('has no range for a single page', () => expect(found(1, 100, 100)).toBe('100 courses found'));
  test('names the range of a page', () => {
    expect(found(1, 100, 1000)).toBe('1000 courses found, showing 1 to 100');
    expect(found(3, 1, 201)).toBe('201 courses found, showing 201 to 201');
  });
});

test.each([
  [0, 1],
  [100, 1],
  [101, 2],
])('%i entries make %i pages', (total, pages) => expect(pageCount(total)).toBe(pages));
