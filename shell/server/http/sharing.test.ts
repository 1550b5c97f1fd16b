import { expect, test } from 'vitest';
import { forOneVisitor, NOT_STORED, SHARED } from './sharing.ts';

const headersOf = (headers: Record<string, string>, cookie?: string) =>
  forOneVisitor({ status: 200, headers, body: '' }, cookie).headers;

test('what is for one visitor is kept by no shared cache, whatever it was before', () => {
  expect(headersOf({ ...SHARED, etag: 'W/"1"' })).toEqual({ 'cache-control': 'private, no-cache', etag: 'W/"1-own"' });
  expect(headersOf({ 'cache-control': 'public, max-age=3600' })).toEqual({ 'cache-control': 'private, no-cache' });
  expect(forOneVisitor({ status: 302, body: '' }).headers).toEqual({ 'cache-control': 'private, no-cache' });
});

test('what nobody may store stays so, and the visitor gets the cookie', () => {
  expect(headersOf(NOT_STORED, 'a=1')).toEqual({ ...NOT_STORED, 'set-cookie': 'a=1' });
});
