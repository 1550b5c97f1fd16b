import { expect, test } from 'vitest';
import { containing } from './containing.ts';

test('the filter covers every column', () => {
  expect(containing(['title', 'author'], 'Größe 2')).toBe('title.imatch.Größe 2,author.imatch.Größe 2');
});

test('characters with a meaning in filters, patterns or regular expressions are escaped by code point', () => {
  const characters = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~„“–';
  for (const character of characters)
    expect(containing(['title'], character)).toMatch(/^title\.imatch\.\\U[0-9a-f]{8}$/);
});

test('a surrogate pair is escaped as one code point', () => {
  expect(containing(['title'], '😀')).toBe('title.imatch.\\U0001f600');
});
