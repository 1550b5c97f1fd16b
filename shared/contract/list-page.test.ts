import { expect, test } from 'vitest';
import { askedPage } from './list-page.ts';

test.each([
  ['', 1],
  ['?seite=3', 3],
  ['?seite=0', 1],
  ['?seite=-2', 1],
  ['?seite=1.5', 1],
  ['?seite=zwei', 1],
  ['?seite=1e99', 1],
])('%j requests page %i', (search, page) => {
  expect(askedPage(new URLSearchParams(search))).toBe(page);
});

test('a list can have a query key of its own', () => {
  expect(askedPage(new URLSearchParams('?page=2&seite=3'), 'page')).toBe(2);
});
