import { expect, test } from 'vitest';
import { beginningOf, plainText } from './plain-text.ts';

test('markup is removed, words stay', () => {
  const markdown =
    '## Ein *Titel*\n\n> Zitat[^1] mit [Link](https://a.ch) und ![Bild](b.png)\n\n- **eins**\n\n```python\nx = 1\n```\n\n[^1]: Note';
  expect(plainText(markdown)).toBe('Ein Titel Zitat mit Link und Bild eins x = 1 Note');
});

test('a beginning is cut between words and ends with an ellipsis', () => {
  expect(beginningOf('kurz', 10)).toBe('kurz');
  expect(beginningOf('eins zwei, drei', 12)).toBe('eins zwei…');
  expect(beginningOf('Donaudampfschifffahrt', 10)).toBe('Donaudamp…');
  expect(beginningOf('eins zwei drei vier', 12).length).toBeLessThanOrEqual(12);
});
