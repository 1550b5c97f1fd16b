import { expect, test } from 'vitest';
import { acceptedEncoding } from './accepted-encoding.ts';

const accepted = (header: string | undefined) =>
  acceptedEncoding({ headers: header === undefined ? {} : { 'accept-encoding': header } }, ['br', 'gzip']);

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0,gzip;q=0', undefined],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.5 , gzip ; q=0.5', 'br'],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['brotli, x-gzip', undefined],
  ['br;q=much', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s gets %s', (header, encoding) => expect(accepted(header)).toBe(encoding));

test('what is not offered is not chosen', () => {
  expect(acceptedEncoding({ headers: { 'accept-encoding': 'br, gzip;q=0.1' } }, ['gzip'])).toBe('gzip');
  expect(acceptedEncoding({ headers: { 'accept-encoding': 'br' } }, [])).toBeUndefined();
});
