import { reader } from '@ki/shared/data/clients.ts';
import { unique } from '@ki/shared/testing/given.ts';
import { expect, test } from 'vitest';
import { addCourses, addWorkshops } from '../../testing/records.ts';
import { filtersOf } from '../model/list.ts';
import { listCourses } from './courses.ts';
import { listWorkshops } from './workshops.ts';

/** Parts of titles, many with a meaning of their own in PostgREST filters, URLs or regular expressions. */
const PIECES = [
  ...['KI', 'ki', 'Über', 'üben', 'ÄRGER', 'straße', '日本', 'é', '😀'],
  ...['%', '_', '*', '\\', '.', '"', "'", ',', ':', '&', '+', '50 %'],
  ...['(neu)', '[x]', '^a$', 'a|b', '***:', '(?i)'],
];

// The upper case of ß has two letters and would match no title.
const UPPER_CASE = PIECES.filter((piece) => piece !== 'straße').map((piece) => piece.toUpperCase());
const SEARCHES = [...new Set([...PIECES, ...UPPER_CASE])];

test.each([
  ['courses', addCourses, listCourses],
  ['workshops', addWorkshops, listWorkshops],
])(
  'A search of %s finds the titles that have it, whatever its characters mean elsewhere',
  async (_, add, list) => {
    const word = unique();
    const titles = PIECES.map((piece, index) => `${word} Vor${piece}nach ${PIECES.at(index - 1)}`);
    await add(titles.map((title) => ({ title })));
    const open = await reader();
    for (const search of [word, ...SEARCHES, ...SEARCHES.map((piece) => `${word} vor${piece}`)]) {
      const { entries } = await list(open, filtersOf(new URLSearchParams({ suche: search })), 1);
      const found = entries.map(({ title }) => title).filter((title) => title.startsWith(word));
      const expected = titles.filter((title) => title.toLowerCase().includes(search.toLowerCase()));
      expect(found.sort(), search).toEqual(expected.sort());
    }
  },
  60_000,
);
