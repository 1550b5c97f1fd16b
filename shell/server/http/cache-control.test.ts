import { expect, test } from 'vitest';
import { entityTag, NOT_STORED, namesTag, privateResponse, SHARED, secretResponse } from './http-response.ts';

const headersOf = (headers: Record<string, string>, cookie?: string) =>
  privateResponse({ status: 200, headers, body: '' }, cookie).headers;

test('a private response is stored by no shared cache, whatever its headers were before', () => {
  expect(headersOf({ ...SHARED, etag: 'W/"1"' })).toEqual({ 'cache-control': 'private, no-cache', etag: 'W/"1-own"' });
  expect(headersOf({ 'cache-control': 'public, max-age=3600' })).toEqual({ 'cache-control': 'private, no-cache' });
  expect(privateResponse({ status: 302, body: '' }).headers).toEqual({ 'cache-control': 'private, no-cache' });
});

test('no-store is kept, and the cookie is added', () => {
  expect(headersOf(NOT_STORED, 'a=1')).toEqual({ ...NOT_STORED, 'set-cookie': 'a=1' });
});

test('a response at a secret address is stored by no cache, in no index, and its address is sent to no other site', () => {
  expect(secretResponse({ status: 200, headers: { ...SHARED, etag: 'W/"1"' }, body: '' }).headers).toEqual({
    ...NOT_STORED,
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  });
});

test('an ETag is weak and depends on the text', () => {
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
