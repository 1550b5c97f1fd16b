import { expect, test } from 'vitest';
import type { ReleaseSet } from '../resolve/release-set.ts';
import { type CacheKey, cacheKey } from '../resolve/target.ts';
import { createPartitions, type Entry, MEGABYTE } from './page-cache.ts';
import { versionsOf } from './testing/versions-of.ts';

const releaseSet = { canaries: '' } as ReleaseSet;

function entryAt(path: string, status = 200, bytes = 1_000): Entry<CacheKey> {
  const { pathname, search } = new URL(path, 'http://site');
  const response = { status, body: Buffer.alloc(bytes) };
  const rest = { dependencies: [], versions: versionsOf('1'), hits: 0, isCompressed: true };
  return { target: cacheKey(releaseSet, pathname, search), releaseSet, response, ...rest };
}

const isThere = ({ get }: ReturnType<typeof createPartitions>, path: string) => get(entryAt(path).target) !== undefined;

test.each([
  ['with queries', 200, (n: number) => `/?seite=${n}`],
  ['of missing pages', 404, (n: number) => `/post/${n}`],
  ['that redirect', 308, (n: number) => `/matrix?x=${n}`],
])('addresses %s, however many, evict no cached page', (_what, status, addressOf) => {
  const partitions = createPartitions(128 * MEGABYTE);
  partitions.set(entryAt('/'));
  for (let n = 0; n < 450; n += 1) partitions.set(entryAt(addressOf(n), status, 296_000));
  expect(isThere(partitions, '/')).toBe(true);
  expect(isThere(partitions, addressOf(449))).toBe(true);
  expect(isThere(partitions, addressOf(0))).toBe(false);
});

test('the cache key of a missing page counts towards the size of its partition', () => {
  const partitions = createPartitions(128 * MEGABYTE);
  const longAddress = (n: number) => `/${n}/${'x'.repeat(8_000)}`;
  for (let n = 0; n < 1_200; n += 1) partitions.set(entryAt(longAddress(n), 404, 0));
  expect([isThere(partitions, longAddress(1_199)), isThere(partitions, longAddress(0))]).toEqual([true, false]);
});

test('a page that now exists replaces the cached 404 of its address', () => {
  const partitions = createPartitions(MEGABYTE);
  const [missing, found] = [entryAt('/post/neu', 404), entryAt('/post/neu')];
  partitions.set(missing);
  partitions.set(found);
  expect([partitions.has(missing), partitions.has(found)]).toEqual([false, true]);
  expect([...partitions.entries()]).toEqual([found]);
});
