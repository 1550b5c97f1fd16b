import { expect, test } from 'vitest';
import { numberOf, ordinalOf, partOf } from './number-words.ts';

const NUMBERS = {
  zwölf: 12,
  siebzehn: 17,
  einundzwanzig: 21,
  dreihundertfünf: 305,
  vierzigtausend: 40_000,
  zweitausenddreihundert: 2300,
  anderthalb: 1.5,
  zweieinhalb: 2.5,
  'twenty-five': 25,
  Thirty: 30,
};
const PLACES = { zweite: 2, Zweiter: 2, dritten: 3, achte: 8, zwanzigsten: 20 };
const PARTS = { Hälfte: 2, Fünftel: 5, Achtel: 8, Zwanzigstel: 20, quarter: 4 };

test.each([
  ['number', numberOf, NUMBERS, ['ein', 'eine', 'one', 'constructor', 'Hundert Jahre', 'Hund', 'und', 'zehnt']],
  ['place', ordinalOf, PLACES, ['Tante', 'leiste']],
  ['part', partOf, PARTS, ['Titel', 'Kapitel', 'halten']],
])('words of a %s are read, and others are none', (_, read, words, others) => {
  expect(Object.fromEntries(Object.keys(words).map((word) => [word, read(word)]))).toEqual(words);
  expect(others.filter((word) => read(word) !== undefined)).toEqual([]);
});
