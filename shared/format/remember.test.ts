import { expect, test } from 'vitest';
import { remember } from './remember.ts';

test.each([
  ['a value is computed once for each key', undefined, ['a', 'a'], ['a']],
  [
    'the least recently used entry is evicted when the keys exceed the limit',
    6,
    ['aaa', 'bbb', 'aaa', 'ccc', 'aaa', 'bbb'],
    ['aaa', 'bbb', 'ccc', 'bbb'],
  ],
  ['the last entry stays, even beyond the limit', 2, ['aaa', 'aaa', 'b', 'aaa'], ['aaa', 'b', 'aaa']],
])('%s', (_what, most, keys, expected) => {
  const made: string[] = [];
  const memory = remember<object>(most);
  for (const key of keys) {
    const value = memory(key, () => ({ key: made[made.push(key) - 1] }));
    expect(value).toEqual({ key });
  }
  expect(made).toEqual(expected);
});

test('a failed computation is not cached', () => {
  const memory = remember<string>();
  const fail = () => {
    throw new Error('not now');
  };
  expect(() => memory('a', fail)).toThrow('not now');
  expect(memory('a', () => 'made')).toBe('made');
});
