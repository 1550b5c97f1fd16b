import { expect, test } from 'vitest';
import { containing } from './containing.ts';

test('every column is asked', () => {
  expect(containing(['title', 'author'], 'Größe 2')).toBe('title.imatch.Größe 2,author.imatch.Größe 2');
});

test('what would mean something in a filter, a pattern or a regular expression is written by its number', () => {
  const characters = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~„“–';
  for (const character of characters)
    expect(containing(['title'], character)).toMatch(/^title\.imatch\.\\U[0-9a-f]{8}$/);
});

test('a character beyond the first plane is one character', () => {
  expect(containing(['title'], '😀')).toBe('title.imatch.\\U0001f600');
});
