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

test('what was made once is the same the next time', () => {
  const { ask, made } = counted();
  expect(ask('a')).toBe(ask('a'));
  expect(made).toEqual(['a']);
});

test('what was not asked for longest goes when the keys grow too long together', () => {
  const { ask, made } = counted(6);
  for (const key of ['aaa', 'bbb', 'aaa', 'ccc', 'aaa', 'bbb']) ask(key);
  expect(made).toEqual(['aaa', 'bbb', 'ccc', 'bbb']);
});

test('the last one stays however long it is, and alone', () => {
  const { ask, made } = counted(2);
  for (const key of ['aaa', 'aaa', 'b', 'aaa']) ask(key);
  expect(made).toEqual(['aaa', 'b', 'aaa']);
});

test('what could not be made is tried again', () => {
  const memory = remember<string>();
  const fail = () => {
    throw new Error('not now');
  };
  expect(() => memory('a', fail)).toThrow('not now');
  expect(memory('a', () => 'made')).toBe('made');
});
