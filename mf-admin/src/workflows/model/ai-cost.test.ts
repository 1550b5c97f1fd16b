import { expect, test } from 'vitest';
import { costText } from './workflow.ts';

test.each([
  [{ tokens: 12_345, cost: 0, currency: 'USD' }, '12,345 tokens, USD 0.00'],
  [{ tokens: 1, cost: 0.00004, currency: 'USD' }, '1 token, USD 0.00'],
  [{ tokens: 2, cost: 0.0123, currency: 'USD' }, '2 tokens, USD 0.0123'],
  [{ tokens: 2, cost: 0.1049, currency: 'USD' }, '2 tokens, USD 0.10'],
  [{ tokens: 2, cost: 1234.5, currency: 'CHF' }, '2 tokens, CHF 1’234.50'],
  [{ tokens: 2, cost: null, currency: 'USD' }, '2 tokens'],
])('%j is %s', (cost, text) => {
  expect(costText(cost).replaceAll('\u00a0', ' ')).toBe(text);
});
