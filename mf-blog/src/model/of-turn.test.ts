import { turnAt } from '@ki/shared/contract/turn.ts';
import { expect, test } from 'vitest';
import { ofTurn } from './of-turn.ts';

const start = turnAt(Date.UTC(2026, 0, 1));
const picked = (items: readonly string[], turns: number) =>
  Array.from({ length: turns }, (_, index) => ofTurn(items, start + index));

test('Everybody gets the same in one turn', () => {
  expect(ofTurn(['a', 'b', 'c'], start)).toBe(ofTurn(['a', 'b', 'c'], start));
});

test('Over the turns each comes up about as often as the others', () => {
  const items = ['a', 'b', 'c', 'd'];
  const all = picked(items, 4_000);
  for (const item of items) expect(all.filter((one) => one === item).length / 1_000).toBeCloseTo(1, 0);
});

test('What comes next is not to be told from what came before', () => {
  const followers = new Map<string | undefined, Set<string | undefined>>();
  const all = picked(['a', 'b', 'c'], 200);
  for (const [index, one] of all.entries()) {
    if (index > 0) followers.set(all[index - 1], (followers.get(all[index - 1]) ?? new Set()).add(one));
  }
  expect([...followers.values()].map(({ size }) => size)).toEqual([3, 3, 3]);
});

test('There is nothing where there is nothing to choose from', () => {
  expect(ofTurn([], start)).toBeUndefined();
});
