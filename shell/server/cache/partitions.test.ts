import { brotliDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { compressed } from '../http/encode.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { cacheKey } from '../resolve/target.ts';
import { versionsOf } from '../tags/testing/versions-of.ts';
import type { CacheKey, ReleaseSet } from '../types.ts';
import { createPartitions, MEGABYTE } from './page-cache.ts';
import { type Entry, precompress } from './revalidate.ts';

const releaseSet = { canaries: '' } as ReleaseSet;

function entryOf(path: string, response: HttpResponse): Entry<CacheKey> {
  const { pathname, search } = new URL(path, 'http://site');
  const rest = { dependencies: [], versions: versionsOf('1'), hits: 0, isCompressed: true };
  return { target: cacheKey(releaseSet, pathname, search), response, ...rest };
}
const entryAt = (path: string, status = 200, bytes = 1_000) => entryOf(path, { status, body: Buffer.alloc(bytes) });

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

const TEXT = Array.from({ length: 3_000 }, (_, word) => `${word % 7} Kurs ${(word * 7_919) % 1_009}`).join(' ');

async function keptPage() {
  const partitions = createPartitions(MEGABYTE);
  const entry = entryOf('/', { status: 200, headers: { etag: 'W/"1"' }, ...(await compressed(TEXT, 'text/html')) });
  partitions.set(entry);
  const heard = precompress(partitions);
  const askOften = () => {
    for (let time = 0; time < 3; time += 1) {
      entry.hits += 1;
      heard(entry);
    }
  };
  return { partitions, entry, inForce: () => partitions.get(entry.target), askOften };
}

test('a page with several hits is recompressed to fewer bytes of the same text', async () => {
  const { entry, inForce, askOften } = await keptPage();
  askOften();
  await vi.waitFor(() => expect(inForce()).not.toBe(entry));
  const better = inForce()?.response;
  expect(better?.headers).toEqual({ etag: 'W/"1"' });
  const [before = 0, after = 0] = [entry.response, better].map((response) => response?.compressed?.br?.length);
  expect(after).toBeLessThan(before);
  expect(brotliDecompressSync(better?.compressed?.br ?? '').toString()).toBe(TEXT);
});

test('a page that was dropped during its recompression does not come back', async () => {
  const [dropped, next, other] = [await keptPage(), await keptPage(), await keptPage()];
  dropped.askOften();
  dropped.partitions.set(next.entry);
  other.askOften();
  await vi.waitFor(() => expect(other.inForce()).not.toBe(other.entry));
  expect(dropped.inForce()).toBe(next.entry);
});
