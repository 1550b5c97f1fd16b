import { expect, test } from 'vitest';
import { type TextPart, textDifference } from './text-difference.ts';

const sideOf = (parts: readonly TextPart[], kind: TextPart['kind']) =>
  parts
    .filter((part) => part.kind === 'same' || part.kind === kind)
    .map(({ text }) => text)
    .join('');

test('words that changed stand between those that did not', () => {
  expect(textDifference('Ein kurzer Text über KI.', 'Ein langer Text über KI.')).toEqual([
    { kind: 'same', text: 'Ein ' },
    { kind: 'removed', text: 'kurzer' },
    { kind: 'added', text: 'langer' },
    { kind: 'same', text: ' Text über KI.' },
  ]);
});

test.each([
  ['', 'Neu'],
  ['Alt', ''],
  ['Zeile eins\n\nZeile zwei', 'Zeile eins\nZeile zwei\n'],
  ['Grüße 👩‍🏫', 'Grüsse 👩‍🏫👨‍🏫'],
])('both texts can be read from it: %j, %j', (before, after) => {
  const parts = textDifference(before, after);
  expect(sideOf(parts, 'removed')).toBe(before);
  expect(sideOf(parts, 'added')).toBe(after);
});

test('of a long stretch without changes only what is next to a change is shown', () => {
  const long = 'Wort '.repeat(1000);
  const parts = textDifference(`alt ${long}alt`, `neu ${long}neu`);
  expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added', 'same', 'removed', 'added']);
  expect(parts[2]?.text.length).toBeLessThan(300);
  expect(parts[2]?.text).toContain('[…]');
});

test('two texts that have little in common are shown one after the other, soon', () => {
  const words = (seed: number) => Array.from({ length: 6000 }, (_, index) => `${seed}w${index}`).join(' ');
  const [before, after] = [words(1), words(2)];
  expect(textDifference(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]);
});
