import { expect, test } from 'vitest';
import { unknownCitations, withCitations } from './citations.ts';

const SOURCES = ['https://a.example/eins', 'https://b.example/zwei (neu)', 'javascript:alert(1)'];

test('a number without a source, or with one that is no link, is marked', () => {
  expect(withCitations('Nein [0] [4] [3].', SOURCES)).toBe('Nein **\\[0?\\]** **\\[4?\\]** **\\[3?\\]**.');
  expect(unknownCitations('Nein [0] [4] [3] [1] [4].', SOURCES)).toEqual([0, 4, 3]);
});

test.each([
  '[1, 2]',
  '[1-2]',
  '[1 und 2]',
  '[1][2]',
  '[^1, ^2]',
  '[Quellen 1–2]',
  '\\[1, 2\\]',
  '[[1, 2]]',
  '【1】【2†Zeile 3】',
])('several numbers and other forms link to each source: %s', (cited) => {
  expect(withCitations(`Ja ${cited}.`, SOURCES)).toBe(
    'Ja [\\[1\\]](<https://a.example/eins>)[\\[2\\]](<https://b.example/zwei%20(neu)>).',
  );
});

test('numbers without a source are marked among several', () => {
  expect(withCitations('Nein [1, 7-9].', ['https://a.example/eins'])).toBe(
    'Nein [\\[1\\]](<https://a.example/eins>)**\\[7?\\]\\[8?\\]\\[9?\\]**.',
  );
  expect(unknownCitations('Nein [1, 7-9].', ['https://a.example/eins'])).toEqual([7, 8, 9]);
});

test.each(['[2020-2025]', '[x]', '[ ]', '[Seite 3]', '[2 Tage]'])('other brackets stay: %s', (text) => {
  expect(withCitations(`- ${text} Punkt`, SOURCES)).toBe(`- ${text} Punkt`);
});

test('code and links stay as they are', () => {
  const content = '`a[1]` [1](https://c.example/) ```\nb[2]\n```';
  expect(withCitations(content, SOURCES)).toBe(content);
  expect(unknownCitations('`a[9]`', SOURCES)).toEqual([]);
});
