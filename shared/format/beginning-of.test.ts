import { expect, test } from 'vitest';
import { beginningOf } from './beginning-of.ts';

test('a beginning is cut between words and ends with an ellipsis', () => {
  expect(beginningOf('kurz', 10)).toBe('kurz');
  expect(beginningOf('eins zwei, drei', 12)).toBe('eins zwei…');
  expect(beginningOf('Donaudampfschifffahrt', 10)).toBe('Donaudamp…');
  expect(beginningOf('eins zwei drei vier', 12).length).toBeLessThanOrEqual(12);
});
