import { expect, test } from 'vitest';
import { NO_FILTER, searchIn } from './filter.ts';
import { addressOf, readView, START, toggledAddress, type View, withFilter } from './view.ts';

const read = (query: string) => readView(new URLSearchParams(query));
const full: View = {
  filter: { text: 'KI & Recht', category: ['GL', 'RE'], group: ['T1'], level: ['N2', 'N3'] },
  ...{ layout: 'table', page: 3, workshop: 'a1' },
};
const QUERY =
  'suche=KI+%26+Recht&kategorie=GL&kategorie=RE&zielgruppe=T1&stufe=N2&stufe=N3&ansicht=matrix&seite=3&workshop=a1';

test.each([
  ['the whole view', `/course-matrix?${QUERY}`, full],
  ['no query for the initial view', '/course-matrix', START],
])('the address has %s', (_, address, view) => {
  expect(addressOf(view)).toBe(address);
  expect(read(address.split('?')[1] ?? '')).toEqual(view);
});

test('the address does not depend on the order of values', () => {
  expect(addressOf({ ...full, filter: { ...full.filter, category: ['RE', 'GL'] } })).toBe(addressOf(full));
  expect(read('kategorie=RE&kategorie=GL&kategorie=RE').filter.category).toEqual(['GL', 'RE']);
});

test.each(['seite=0', 'seite=x', 'ansicht=spiral', 'suche=', 'workshop='])('%s is the initial view', (query) =>
  expect(read(query)).toEqual(START),
);

test('a new filter starts at the first page, without a dialog, in the same layout', () => {
  expect(withFilter(full, NO_FILTER)).toEqual({ ...START, layout: 'table' });
});

test.each([
  ['adds its value', 'suche=KI&kategorie=GL&umschalten=category:RE', '?suche=KI&kategorie=GL&kategorie=RE'],
  ['removes its value', 'suche=KI&kategorie=GL&umschalten=category:GL', '?suche=KI'],
  ['clears all', 'stufe=N1&umschalten=all&ansicht=matrix', '?ansicht=matrix'],
  ['of an unknown axis changes nothing', 'suche=KI&umschalten=colour:blue', '?suche=KI'],
])('a chip submitted without scripts %s', (_, query, changed) =>
  expect(toggledAddress(new URLSearchParams(query))).toBe(`/course-matrix${changed}`),
);

test('an address without a chip is not changed', () =>
  expect(toggledAddress(new URLSearchParams('suche=KI'))).toBeNull());

const workshop = { title: 'Prompts für Übungen: 50 % KI (neu), a.b', category: 'GL', group: 'T1', level: 'N1' };

test.each([
  ['PROMPTS FÜR ÜBUNG', true],
  ['pts für', true],
  ['U\u0308bung', true],
  ['% ki (neu)', true],
  ['a.b', true],
  ['a+b', false],
  ['gen fü', false],
  ['Prompts Übungen', false],
])('search is a case-insensitive substring match on the title: %s', (text, expected) => {
  expect(searchIn([workshop])({ ...NO_FILTER, text })).toEqual(expected ? [workshop] : []);
});
