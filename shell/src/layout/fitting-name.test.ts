import { expect, test } from 'vitest';
import { tooNarrow } from './logo.tsx';

const ARCS = 2.4;

test('a name of 16 letters fits on a phone of 390 pixels; one of 28, or one with a wide logo, does not', () => {
  expect(tooNarrow(16, ARCS).phone).toBeLessThan(390 / 16);
  expect(tooNarrow(28, ARCS).phone).toBeGreaterThan(390 / 16);
  expect(tooNarrow(16, 10).phone).toBeGreaterThan(390 / 16);
});

test('beside the menu no window has room for 60 letters, and a phone rule ends where the menu begins', () => {
  expect(tooNarrow(60, ARCS).large).toBe(Number.POSITIVE_INFINITY);
  expect(tooNarrow(80, ARCS).phone).toBeLessThan(75);
});
