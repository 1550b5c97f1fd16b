import { expect, test } from 'vitest';
import { numberOf, ordinalOf, partOf } from './number-words.ts';

test.each([
  ['zwölf', 12],
  ['siebzehn', 17],
  ['einundzwanzig', 21],
  ['dreihundertfünf', 305],
  ['vierzigtausend', 40_000],
  ['zweitausenddreihundert', 2300],
  ['anderthalb', 1.5],
  ['zweieinhalb', 2.5],
  ['twenty-five', 25],
  ['Thirty', 30],
])('%s is %d', (word, amount) => {
  expect(numberOf(word)).toBe(amount);
});

test.each(['ein', 'eine', 'one', 'constructor', 'Hundert Jahre', 'Hund', 'und', 'zehnt'])('%s is no number', (word) => {
  expect(numberOf(word)).toBeUndefined();
});

test.each([
  ['zweite', 2],
  ['Zweiter', 2],
  ['dritten', 3],
  ['achte', 8],
  ['zwanzigsten', 20],
])('%s is in place %d', (word, place) => {
  expect(ordinalOf(word)).toBe(place);
});

test.each(['Tante', 'leiste'])('%s is no place', (word) => {
  expect(ordinalOf(word)).toBeUndefined();
});

test.each([
  ['Hälfte', 2],
  ['Fünftel', 5],
  ['Achtel', 8],
  ['Zwanzigstel', 20],
  ['quarter', 4],
])('%s is one of %d parts', (word, divisor) => {
  expect(partOf(word)).toBe(divisor);
});

test.each(['Titel', 'Kapitel', 'halten'])('%s is no part', (word) => {
  expect(partOf(word)).toBeUndefined();
});
