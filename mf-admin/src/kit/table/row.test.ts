import { expect, test } from 'vitest';
import { countFitting } from './row.tsx';

const sizes = { items: [90, 60, 100, 80], gap: 8, more: 50 };

test.each([
  ['all, where all have room', 354, 4],
  ['those that leave space for the button', 353, 3],
  ['one less, where the button has no space beside them', 323, 2],
  ['none, where not even one has room', 100, 0],
])('%s', (_, room, count) => {
  expect(countFitting({ ...sizes, room })).toBe(count);
});
