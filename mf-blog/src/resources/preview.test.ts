import { expect, test } from 'vitest';
import { textLines, textWidth } from './preview.ts';

test('no line is wider than the limit, and no word is lost', () => {
  const text = 'Welches Modell ist besser? Ein fairer Test mit Ihren eigenen Aufgaben';
  const lines = textLines(text, 14);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(14);
  expect(lines.join(' ')).toBe(text);
});

test('a word that is too long has a line of its own', () => {
  expect(textLines('die Donaudampfschifffahrtsgesellschaft fährt', 8)).toEqual([
    'die',
    'Donaudampfschifffahrtsgesellschaft',
    'fährt',
  ]);
  expect(textLines('  ', 8)).toEqual([]);
});
