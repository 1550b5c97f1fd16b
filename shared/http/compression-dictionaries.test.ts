import { createHash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { availableDictionary, deltasOf, roleOf } from './compression-dictionaries.ts';

/** Text that compresses badly alone. */
const script = (seed: string) =>
  Buffer.from(
    Array.from({ length: 200 }, (_, index) =>
      createHash('sha256')
        .update(seed + index)
        .digest('hex'),
    ).join(),
  );
const OLD = script('old');
const NEW = Buffer.from(String(OLD).replace(/.{100}$/, 'changed'));
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest();
const available = (dictionary: Buffer) => ({
  'accept-encoding': 'gzip, br, zstd, dcb, dcz',
  'available-dictionary': `:${sha256(dictionary).toString('base64')}:`,
});

test('a delta is a magic number, the hash of the dictionary, and the script compressed with it', async () => {
  const [delta, ...others] = [...(await deltasOf(NEW, [OLD], NEW.length)).values()];
  if (!delta) throw new Error('expected a delta');
  expect(others).toEqual([]);
  expect(delta.length).toBeLessThan(200);
  expect(delta.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
  expect(delta.subarray(8, 40)).toEqual(sha256(OLD));
  expect(zstdDecompressSync(delta.subarray(40), { dictionary: OLD })).toEqual(NEW);
});

test('a browser finds the delta of each dictionary by its header', async () => {
  const dictionaries = ['a', 'b', 'c'].map(script);
  const deltas = await deltasOf(NEW, [OLD, ...dictionaries, OLD], Number.POSITIVE_INFINITY);
  expect(deltas.size).toBe(4);
  for (const dictionary of [OLD, ...dictionaries]) {
    const delta = deltas.get(availableDictionary(available(dictionary)) ?? '');
    expect(delta?.subarray(8, 40)).toEqual(sha256(dictionary));
  }
  expect(deltas.has(availableDictionary(available(NEW)) ?? '')).toBe(false);
});

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
  const headers = { ...available(OLD), 'accept-encoding': header };
  expect(availableDictionary(headers) !== undefined).toBe(accepted);
});

test.each(['', 'none', ':short=:'])('a header %j names no dictionary', (header) => {
  expect(availableDictionary({ ...available(OLD), 'available-dictionary': header })).toBeUndefined();
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
