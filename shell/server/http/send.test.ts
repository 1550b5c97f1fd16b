import { expect, test } from 'vitest';
import { acceptedEncodings } from './send.ts';

test.each([
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['gzip', ['gzip']],
  ['GZIP', ['gzip']],
  ['br;q=0, gzip', ['gzip']],
  ['br;q=0.0,gzip;q=0', []],
  ['br;q=0.5, gzip;q=0.8', ['gzip', 'br']],
  ['br;q=0.5 , gzip ; q=0.5', ['br', 'gzip']],
  ['*', ['br', 'gzip']],
  ['br;q=0, *;q=0.1', ['gzip']],
  ['*;q=0', []],
  ['identity', []],
  ['brotli, x-gzip', []],
  ['br;q=much', []],
  ['', []],
])('%s accepts %j', (header, encodings) => expect(acceptedEncodings(header)).toEqual(encodings));
