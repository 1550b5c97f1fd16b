import { expect, test } from 'vitest';
import { addressOf, filtersOf, isFiltered } from './list.ts';

const read = (address: string) => filtersOf(new URLSearchParams(address));
const NONE = { search: '', category: '', level: '' };

test.each([
  ['all three', '?suche=KI&kategorie=Recht+%26+B%C3%BCro&stufe=advanced', ['KI', 'Recht & Büro', 'advanced']],
  ['signs', '?suche=50+%25+%26+mehr%3F+%2B1&kategorie=F%C3%BChrung', ['50 % & mehr? +1', 'Führung', '']],
  ['no query', '', ['', '', '']],
])('filters are read from an address, which they have when they are written: %s', (_, address, filters) => {
  const [search, category, level] = filters;
  expect(read(address)).toEqual({ search, category, level });
  expect(addressOf(read(address))).toBe(address);
  expect(isFiltered(read(address))).toBe(address !== '');
});

test.each([
  ['the empty fields of a form sent without scripts', '?suche=&kategorie=&stufe='],
  ['blanks and control characters', '?suche=%20%00%0A%20'],
  ['a level that does not exist', '?stufe=expert'],
])('%s: no filter', (_, address) => expect(read(address)).toEqual(NONE));

test('a decomposed umlaut in the search equals a composed one', () =>
  expect(read('?suche=u%CC%88ben').search).toBe('üben'));

test.each(['search', 'category', 'level'] as const)('%s alone is a filter', (filter) =>
  expect(isFiltered({ ...NONE, [filter]: 'beginner' } as ReturnType<typeof read>)).toBe(true),
);
