import { turnAt } from '@ki/shared/contract/remote-module.ts';
import { expect, test } from 'vitest';
import { ofTurn } from './ads.ts';

const start = turnAt(Date.UTC(2026, 0, 1));
const picked = (items: readonly string[], turns: number) =>
  Array.from({ length: turns }, (_, index) => ofTurn(items, start + index));

test('all requests of one turn get the same ad', () => {
  expect(ofTurn(['a', 'b', 'c'], start)).toBe(ofTurn(['a', 'b', 'c'], start));
});

test('over many turns all ads are picked about equally often', () => {
  const items = ['a', 'b', 'c', 'd'];
  const all = picked(items, 4_000);
  for (const item of items) expect(all.filter((one) => one === item).length / 1_000).toBeCloseTo(1, 0);
});

test('any ad can follow any other, itself included', () => {
  const followers = new Map<string | undefined, Set<string | undefined>>();
  const all = picked(['a', 'b', 'c'], 200);
  for (const [index, one] of all.entries()) {
    if (index > 0) followers.set(all[index - 1], (followers.get(all[index - 1]) ?? new Set()).add(one));
  }
  expect([...followers.values()].map(({ size }) => size)).toEqual([3, 3, 3]);
});

test('an empty list has no pick', () => {
  expect(ofTurn([], start)).toBeUndefined();
});
