import { expect, test } from 'vitest';
import { comments, plural } from './plural.ts';

test('one is singular, every other count is plural', () => {
  expect([0, 1, 2, 21].map(comments)).toEqual(['0 comments', '1 comment', '2 comments', '21 comments']);
  expect(plural(1, 'Beitrag', 'Beiträge')).toBe('1 Beitrag');
});
