import { expect, test } from 'vitest';
import { unknownCitations, withCitations } from './citations.ts';

const SOURCES = ['https://a.example/eins', 'https://b.example/zwei (neu)', 'javascript:alert(1)'];

test('a number links to its source', () => {
  expect(withCitations('Ja [1][2].', SOURCES)).toBe(
    'Ja [\\[1\\]](<https://a.example/eins>)[\\[2\\]](<https://b.example/zwei%20(neu)>).',
  );
});

test('a number without a source is marked', () => {
  expect(withCitations('Nein [0] [4] [3].', SOURCES)).toBe('Nein **\\[0?\\]** **\\[4?\\]** **\\[3?\\]**.');
  expect(unknownCitations('Nein [0] [4] [3] [1] [4].', SOURCES)).toEqual([0, 4, 3]);
});

test('code and links stay as they are', () => {
  const content = '`a[1]` [1](https://c.example/) ```\nb[2]\n```';
  expect(withCitations(content, SOURCES)).toBe(content);
  expect(unknownCitations('`a[9]`', SOURCES)).toEqual([]);
});
