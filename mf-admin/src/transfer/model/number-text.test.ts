import { expect, test } from 'vitest';
import { numberText } from './matrix-csv.ts';

test.each([
  ['290', '290'],
  ['290,00', '290.00'],
  ["1'290", '1290'],
  ['1’290.50', '1290.50'],
  ['1.290,00', '1290.00'],
  ['1,290.50', '1290.50'],
  ['1\u202f290', '1290'],
  ['1.290', '1290'],
  ['1.000', '1000'],
  ['1.234.567', '1234567'],
  ['1.234,567', '1234.567'],
  ['CHF 290.–', '290'],
  ['Fr. 1’290.--', '1290'],
  ['290 Franken', '290'],
  [' 0,500 ', '0.500'],
])('%j is read', (given, expected) => {
  expect(numberText(given, { isWhole: true })).toBe(expected);
});

test.each([
  ['3.5', '3.5'],
  ['3,5', '3.5'],
  ['1.125', '1.125'],
  ['1,125', '1.125'],
])('%j has decimals', (given, expected) => {
  expect(numberText(given)).toBe(expected);
});

test.each(['50 %', '-290', '1e3', '0x10', '290 €', "12'34", '1.29.000', '1,290,50', '3:30', '', 'zwei'])(
  '%j is no number',
  (given) => {
    expect(numberText(given, { isWhole: true })).toBe(given);
  },
);
