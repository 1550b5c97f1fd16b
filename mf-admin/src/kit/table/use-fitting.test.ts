import { expect, test } from 'vitest';
import { countFitting } from './use-fitting.ts';

const sizes = { items: [90, 60, 100, 80], gap: 8, more: 50 };

test.each([
  ['all, where all have room', 354, false, 4],
  ['those that leave space for the button', 353, false, 3],
  ['one less, where the button has no space beside them', 323, false, 2],
  ['none, where not even one has room', 100, false, 0],
  ['all beside a button that is there in any case', 412, true, 4],
  ['one less, where it leaves no space for all', 411, true, 3],
])('%s', (_, room, hasMore, count) => {
  expect(countFitting({ ...sizes, room, hasMore })).toBe(count);
});
