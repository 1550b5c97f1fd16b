import { describe, expect, test } from 'vitest';
import { addressOf, filtersOf, isFiltered } from './list-filters.ts';

const read = (address: string) => filtersOf(new URLSearchParams(address));

describe('filters in an address', () => {
  test('say what is asked for', () =>
    expect(read('?suche=KI&kategorie=Recht+%26+Organisation&stufe=advanced')).toEqual({
      search: 'KI',
      category: 'Recht & Organisation',
      level: 'advanced',
    }));
  test('come out of an address as they went in', () => {
    const filters = { search: '50 % & mehr? +1', category: 'Führung & Spielregeln', level: 'beginner' } as const;
    expect(read(addressOf(filters))).toEqual(filters);
  });
  test('ask for everything when nothing is said', () => {
    expect(read('')).toEqual({ search: '', category: '', level: '' });
    expect(addressOf(read(''))).toBe('');
    expect(isFiltered(read(''))).toBe(false);
  });
  test('a form sent without scripts names all of them, also the empty ones', () =>
    expect(isFiltered(read('?suche=&kategorie=&stufe='))).toBe(false));
  test('blanks and control characters mean nothing', () => expect(read('?suche=%20%00%0A%20').search).toBe(''));
  test('a level that does not exist asks for all levels', () => expect(read('?stufe=expert').level).toBe(''));
  test('letters composed of two signs are the same as those of one', () =>
    expect(read('?suche=u%CC%88ben').search).toBe('üben'));
  test.each(['search', 'category', 'level'] as const)('%s alone is a filter', (filter) =>
    expect(isFiltered({ search: '', category: '', level: '', [filter]: 'beginner' })).toBe(true),
  );
});
