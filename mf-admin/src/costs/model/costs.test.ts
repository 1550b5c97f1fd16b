import { expect, test } from 'vitest';
import { costText, money } from '../../records/model/ai-cost.ts';
import { monthIn, monthName, monthSearch } from './costs.ts';

test.each([
  ['2026-11', '2026-11-01'],
  ['2026-13', null],
  ['2026-1', null],
  ['2026-11-05', null],
  [null, null],
])('the month %s of an address is %s', (text, firstDay) => {
  expect(monthIn(text)).toBe(firstDay);
});

test('a month has a name and an address', () => {
  expect(monthName('2026-03-01')).toBe('March 2026');
  expect(monthSearch('2026-03-01')).toBe('?month=2026-03');
  expect(monthSearch('2026-03-01', 2)).toBe('?month=2026-03&page=2');
});

test.each([
  [0, 'CHF 0.00'],
  [0.00004, 'CHF 0.00'],
  [0.0123, 'CHF 0.0123'],
  [0.1049, 'CHF 0.10'],
  [1234.5, 'CHF 1’234.50'],
  [null, '–'],
])('%s is %s', (amount, text) => {
  expect(money(amount, 'CHF').replace('\u00a0', ' ')).toBe(text);
});

test('tokens without a price have no money', () => {
  expect(costText({ tokens: 12_345, cost: 0.5, currency: 'EUR' }).replaceAll('\u00a0', ' ')).toBe(
    '12,345 tokens, EUR 0.50',
  );
  expect(costText({ tokens: 1, cost: null, currency: 'CHF' }).replaceAll('\u00a0', ' ')).toBe('1 token, CHF –');
});
