import { expect, test } from 'vitest';
import { formatPrice } from './workshop-facts.tsx';

test.each([
  [0, 'CHF 0'],
  [490, 'CHF 490'],
  [1250, 'CHF 1’250'],
  [1234567.5, 'CHF 1’234’567.50'],
  [99.95, 'CHF 99.95'],
  [-20, 'CHF -20'],
  [null, ''],
  [undefined, ''],
  [Number.NaN, ''],
])('%s is %j', (francs, text) => {
  expect(formatPrice(francs)).toBe(text);
});
