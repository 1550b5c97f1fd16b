import { expect, test } from 'vitest';
import { remember } from './remember.ts';

function counted(most?: number) {
  const made: string[] = [];
  const memory = remember<object>(most);
  const ask = (key: string) =>
    memory(key, () => {
      made.push(key);
      return { key };
    });
  return { ask, made };
}

test('a value is computed once for each key', () => {
  const { ask, made } = counted();
  expect(ask('a')).toBe(ask('a'));
  expect(made).toEqual(['a']);
});

test('the least recently used entry is evicted when the keys exceed the limit', () => {
  const { ask, made } = counted(6);
  for (const key of ['aaa', 'bbb', 'aaa', 'ccc', 'aaa', 'bbb']) ask(key);
  expect(made).toEqual(['aaa', 'bbb', 'ccc', 'bbb']);
});

test('the last entry stays, even when its key alone exceeds the limit', () => {
  const { ask, made } = counted(2);
  for (const key of ['aaa', 'aaa', 'b', 'aaa']) ask(key);
  expect(made).toEqual(['aaa', 'b', 'aaa']);
});

test('a failed computation is not cached', () => {
  const memory = remember<string>();
  const fail = () => {
    throw new Error('not now');
  };
  expect(() => memory('a', fail)).toThrow('not now');
  expect(memory('a', () => 'made')).toBe('made');
});
