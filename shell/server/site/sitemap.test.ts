import type { SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { beforeEach, expect, test } from 'vitest';
import { type Contributor, sitemapFile } from './sitemap.ts';

const ORIGIN = 'https://ki.example';

let asked: string[];
beforeEach(() => {
  asked = [];
});

/** A remote with `pages` sitemap pages of `size` addresses each, `/NAME/PAGE/NUMBER`. */
const remote = (name: string, pages: number, size: number): Contributor => ({
  parts: async () => pages,
  entries: async (page: number): Promise<SitemapEntry[]> => {
    asked.push(`${name} ${page}`);
    return Array.from({ length: size }, (_, index) => ({ path: `/${name}/${page}/${index}` }));
  },
});

const NONE = remote('none', 0, 0);
const file = (remotes: readonly Contributor[], part?: string) => sitemapFile(remotes, ORIGIN, part);
const addresses = (text: string | null) =>
  [...(text ?? '').matchAll(/<loc>https:\/\/ki\.example([^<]*)<\/loc>/g)].map(([, path]) => path);

test('a small sitemap is one file', async () => {
  const entry = { path: '/a?b=1&c=2', lastModified: '2026-11-20T12:00:00Z' };
  const text = await file([{ parts: async () => 1, entries: async () => [entry] }, NONE, remote('b', 1, 2)]);
  expect(text).toContain(
    '<url><loc>https://ki.example/a?b=1&amp;c=2</loc><lastmod>2026-11-20T12:00:00Z</lastmod></url>',
  );
  expect(addresses(text)).toEqual(['/a?b=1&amp;c=2', '/b/1/0', '/b/1/1']);
});

test('a large sitemap is an index, which is made without reading addresses', async () => {
  const text = await file([remote('a', 3, 2), remote('b', 1, 1)]);
  expect(text).toContain('<sitemapindex');
  expect(addresses(text)).toEqual(['/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-3.xml', '/sitemap-4.xml']);
  expect(asked).toEqual([]);
});

test('every address is in exactly one part, and a part reads only its own', async () => {
  const remotes = [remote('a', 3, 2), NONE, remote('b', 1, 1)];
  const parts = await Promise.all(['1', '2', '3', '4'].map((part) => file(remotes, part)));
  expect(parts.flatMap(addresses)).toEqual(['/a/1/0', '/a/1/1', '/a/2/0', '/a/2/1', '/a/3/0', '/a/3/1', '/b/1/0']);
  expect(asked).toEqual(['a 1', 'a 2', 'a 3', 'b 1']);
});

test('a sitemap that is too large for one file has a part for each remote', async () => {
  const remotes = [remote('a', 1, 30_000), remote('b', 1, 30_000)];
  expect(addresses(await file(remotes))).toEqual(['/sitemap-1.xml', '/sitemap-2.xml']);
  expect(addresses(await file(remotes, '2'))).toHaveLength(30_000);
});

test('a part that does not exist is null', async () => {
  expect(await file([remote('a', 2, 1)], '3')).toBeNull();
  expect(await file([remote('a', 2, 1)], '0')).toBeNull();
});

test('a remote that fails to count its pages makes the sitemap fail', async () => {
  const broken = { ...remote('a', 1, 1), parts: () => Promise.reject(new Error('down')) };
  await expect(file([broken])).rejects.toThrow('down');
});
