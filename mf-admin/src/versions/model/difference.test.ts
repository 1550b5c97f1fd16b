import { expect, test } from 'vitest';
import { differenceOf, type TextPart, textDifference } from './difference.ts';

const sideOf = (parts: readonly TextPart[], kind: TextPart['kind']) =>
  parts
    .filter((part) => part.kind === 'same' || part.kind === kind)
    .map(({ text }) => text)
    .join('');

test.each([
  ['', 'Neu'],
  ['Alt', ''],
  ['Zeile eins\n\nZeile zwei', 'Zeile eins\nZeile zwei\n'],
  ['Grüße 👩‍🏫', 'Grüsse 👩‍🏫👨‍🏫'],
])('both texts can be rebuilt from the diff: %j, %j', (before, after) => {
  const parts = textDifference(before, after);
  expect(sideOf(parts, 'removed')).toBe(before);
  expect(sideOf(parts, 'added')).toBe(after);
});

test('a long unchanged part is cut to the text next to the changes', () => {
  const long = 'Wort '.repeat(1000);
  const parts = textDifference(`alt ${long}alt`, `neu ${long}neu`);
  expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added', 'same', 'removed', 'added']);
  expect(parts[2]?.text.length).toBeLessThan(300);
  expect(parts[2]?.text).toContain('[…]');
});

test('texts with little in common are shown one after the other, without a slow diff', () => {
  const words = (seed: number) => Array.from({ length: 6000 }, (_, index) => `${seed}w${index}`).join(' ');
  const [before, after] = [words(1), words(2)];
  expect(textDifference(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]);
});

const differenceIn = (column: string, diff: 'whole' | 'image', before: unknown, after: unknown) =>
  differenceOf(
    {
      id: 1,
      relation: 'site',
      kind: 'Site',
      title: 'Schule',
      before: { [column]: before },
      after: { [column]: after },
      columns: { [column]: { label: 'Feld', diff } },
    },
    new Map(),
  ).fields.flatMap(({ parts }) => parts.map(({ text }) => text));

test('an image is shown by its type, size and the end of its data, not by all of it', () => {
  const url = (end: string) => `data:image/png;base64,${'A'.repeat(4000)}${end}`;
  expect(differenceIn('logo', 'image', url('before=='), url('after123'))).toEqual([
    'image/png, 4 kB, …before==',
    'image/png, 4 kB, …after123',
  ]);
  expect(differenceIn('logo', 'image', null, url('after123'))).toEqual(['image/png, 4 kB, …after123']);
});

test('a list is shown line by line', () => {
  expect(differenceIn('social_links', 'whole', ['https://a'], ['https://a', 'https://b'])).toEqual([
    'https://a',
    'https://a\nhttps://b',
  ]);
});
