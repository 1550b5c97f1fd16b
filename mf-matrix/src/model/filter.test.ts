import { expect, test } from 'vitest';
import { NO_FILTER, searchIn } from './filter.ts';

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
