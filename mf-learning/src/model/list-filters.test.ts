import { describe, expect, test } from 'vitest';
import { addressOf, filtersOf, isFiltered } from './list-filters.ts';

const read = (address: string) => filtersOf(new URLSearchParams(address));

describe('filters in an address', () => {
  test('are read from the query', () =>
    expect(read('?suche=KI&kategorie=Recht+%26+Organisation&stufe=advanced')).toEqual({
      search: 'KI',
      category: 'Recht & Organisation',
      level: 'advanced',
    }));
  test('survive being written to an address and read again', () => {
    const filters = { search: '50 % & mehr? +1', category: 'Führung & Spielregeln', level: 'beginner' } as const;
    expect(read(addressOf(filters))).toEqual(filters);
  });
  test('are empty without a query', () => {
    expect(read('')).toEqual({ search: '', category: '', level: '' });
    expect(addressOf(read(''))).toBe('');
    expect(isFiltered(read(''))).toBe(false);
  });
  test('the empty fields of a form sent without scripts are no filters', () =>
    expect(isFiltered(read('?suche=&kategorie=&stufe='))).toBe(false));
  test('blanks and control characters are ignored', () => expect(read('?suche=%20%00%0A%20').search).toBe(''));
  test('an unknown level counts as all levels', () => expect(read('?stufe=expert').level).toBe(''));
  test('a decomposed umlaut in the search equals a composed one', () =>
    expect(read('?suche=u%CC%88ben').search).toBe('üben'));
  test.each(['search', 'category', 'level'] as const)('%s alone is a filter', (filter) =>
    expect(isFiltered({ search: '', category: '', level: '', [filter]: 'beginner' })).toBe(true),
  );
});
