import { expect, test } from 'vitest';
import { atOnce, inSlices, mapped } from './slices.ts';

function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('work in slices has the same result as at once, with pauses in between', async () => {
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  const slow = () =>
    mapped([1, 2, 3, 4], (value) => {
      busy(5);
      return 2 * value;
    });
  expect(await inSlices(slow(), pause)).toEqual(atOnce(slow()));
  expect(pauses).toBeGreaterThan(0);
});

test('short work has no pause', async () => {
  const pause = () => Promise.reject(new Error('a pause'));
  expect(await inSlices(mapped([1], String), pause)).toEqual(['1']);
});
