import { brotliDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { compressed } from '../http/encode.ts';
import type { ReleaseSet } from '../resolve/release-set.ts';
import { type CacheKey, cacheKey } from '../resolve/target.ts';
import { createPartitions, type Entry, MEGABYTE } from './page-cache.ts';
import { precompress } from './precompress.ts';
import { versionsOf } from './testing/versions-of.ts';

const releaseSet = { canaries: '' } as ReleaseSet;
const TEXT = Array.from({ length: 3_000 }, (_, word) => `${word % 7} Kurs ${(word * 7_919) % 1_009}`).join(' ');

async function keptPage(text = TEXT) {
  const partitions = createPartitions(MEGABYTE);
  const target = cacheKey(releaseSet, '/');
  const response = { status: 200, headers: { etag: 'W/"1"' }, ...(await compressed(text, 'text/html')) };
  const entry: Entry<CacheKey> = {
    target,
    releaseSet,
    response,
    dependencies: [],
    versions: versionsOf('1'),
    hits: 0,
    isCompressed: response.body !== undefined,
  };
  partitions.set(entry);
  const heard = precompress(partitions);
  const ask = () => {
    entry.hits += 1;
    heard(entry);
  };
  return { partitions, target, entry, ask };
}

test('a page with several hits is recompressed to fewer bytes of the same text', async () => {
  const { partitions, target, entry, ask } = await keptPage();
  for (let time = 0; time < 3; time += 1) ask();
  await vi.waitFor(() => expect(partitions.get(target)).not.toBe(entry));
  const better = partitions.get(target)?.response;
  expect(better?.headers).toEqual({ etag: 'W/"1"' });
  const [before = 0, after = 0] = [entry.response, better].map((response) => response?.compressed?.br?.length);
  expect(after).toBeLessThan(before);
  expect(brotliDecompressSync(better?.compressed?.br ?? '').toString()).toBe(TEXT);
});

test('a page that was dropped during its recompression does not come back', async () => {
  const { partitions, target, ask } = await keptPage();
  const next = await keptPage();
  for (let time = 0; time < 3; time += 1) ask();
  partitions.set(next.entry);
  const other = await keptPage();
  for (let time = 0; time < 3; time += 1) other.ask();
  await vi.waitFor(() => expect(other.partitions.get(target)).not.toBe(other.entry));
  expect(partitions.get(target)).toBe(next.entry);
});
