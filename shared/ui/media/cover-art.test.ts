import { expect, test } from 'vitest';
import { COVER_PAINTS, COVER_SIZE, coverArt } from './cover-art.ts';

const TITLES = [
  'KI',
  '',
  'Prompts, die wirken',
  'Wie Erwachsenenbildung mit generativer KI neue Lernwege öffnet',
  'Datenschutzgrundverordnung',
  'a b c d e f g h i j k l m n o p q r s t u v w x y z',
  '„🙂“',
];

const numbersOf = (d: string) => [...d.matchAll(/-?\d+(?:\.\d+)?/g)].map(([text]) => Number(text));

test.each(TITLES)('the picture of %j has valid numbers within its size', (title) => {
  const { paths } = coverArt(title);
  expect(new Set(paths).size).toBe(COVER_PAINTS.length);
  for (const d of paths) {
    expect(d).not.toMatch(/NaN|Infinity|undefined/);
    for (const number of numbersOf(d)) {
      expect(Number.isInteger(number)).toBe(true);
      expect(Math.abs(number)).toBeLessThanOrEqual(COVER_SIZE.width);
    }
  }
});

test('different titles get different drawings, and all palettes come up', () => {
  const titles = Array.from({ length: 200 }, (_, index) => `Beitrag ${index} über Künstliche Intelligenz`);
  const arts = titles.map((title) => coverArt(title));
  expect(new Set(arts.map((art) => JSON.stringify(art))).size).toBe(titles.length);
  expect(new Set(arts.map((art) => art.palette)).size).toBe(6);
});

test('outer blanks, case and the Unicode form of umlauts change nothing', () => {
  expect(coverArt(' U\u0308BER KI ')).toEqual(coverArt('über ki'));
});

test('a known title keeps its picture in every version', () => {
  expect(coverArt('Prompts, die wirken')).toMatchSnapshot();
});
