import { expect, test } from 'vitest';
import { entityTag, namesTag } from './entity-tag.ts';

test('a tag is weak, and another for another text', () => {
  expect(entityTag('a', Buffer.from('b'))).toMatch(/^W\/"[\w-]{22}"$/);
  expect(entityTag('ab')).toBe(entityTag('a', 'b'));
  expect(entityTag('a')).not.toBe(entityTag('b'));
});

test.each([
  ['W/"x"', true],
  ['"x"', true],
  ['"a", W/"x"', true],
  ['"a,b" ,"x","c"', true],
  ['*', true],
  ['"y"', false],
  ['W/"xx"', false],
  ['x', false],
  ['"*"', false],
  ['', false],
])('%s', (header, isNamed) => expect(namesTag(header, 'W/"x"')).toBe(isNamed));
