import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { availableDictionary, deltasOf, roleOf } from './compression-dictionaries.ts';

/** Text that compresses badly alone. */
const script = (seed: string) =>
  Buffer.from(Array.from({ length: 200 }, (_, index) => hash('sha256', seed + index)).join());
const OLD = script('old');
const NEW = Buffer.from(String(OLD).replace(/.{100}$/, 'changed'));
const available = { 'available-dictionary': `:${hash('sha256', OLD, 'base64')}:` };

test('a delta that is no smaller than the limit is not made', async () => {
  expect((await deltasOf(NEW, [script('other')], 6_000)).size).toBe(0);
  expect((await deltasOf(NEW, [OLD], 100)).size).toBe(1);
  expect((await deltasOf(NEW, [OLD], 50)).size).toBe(0);
});

test.each([
  ['gzip, deflate, br, zstd, dcb, dcz', true],
  ['dcz', true],
  ['gzip, dcz, br', true],
  ['gzip, deflate, br, zstd', false],
  ['gzip, dcb', false],
  ['dcz;q=0, gzip', false],
  ['*', false],
  ['', false],
  [undefined, false],
])('accept-encoding %s: %j', (header, accepted) => {
  const headers = { ...available, 'accept-encoding': header };
  expect(availableDictionary(headers) !== undefined).toBe(accepted);
});

test.each(['', 'none', ':short=:'])('a header %j names no dictionary', (header) => {
  expect(availableDictionary({ 'accept-encoding': 'dcz', 'available-dictionary': header })).toBeUndefined();
});

test.each([
  ['js/index.5678844ddf.js', 'js/index.*.js'],
  ['js/async/h.3a81bd2dfa.js', 'js/async/h.*.js'],
  ['page-blog-home.js', 'page-blog-home.js'],
  ['remoteEntry.js', 'remoteEntry.js'],
])('the role of %s is %s', (path, role) => expect(roleOf(path)).toBe(role));

test.each([
  'js/index.5678844ddf.js.br',
  'js/index.5678844ddf.js.LICENSE.txt',
  'mf-manifest.json',
  '/assets/hydration-loader/index.947207d5db.js',
  '/1.0.0/web/pre-hydration/matrix.0123456789.js',
  ...['"', '(', ':', '+', '?', '{', '*', '%', '\n'].map((character) => `/web/${character}a.js`),
])('%j is no dictionary', (path) => expect(roleOf(path)).toBeUndefined());
