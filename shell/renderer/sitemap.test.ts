import { expect, test } from 'vitest';
import { MOST_ENTRIES, sitemapFile } from './sitemap.ts';

const ORIGIN = 'https://ki.example';
const many = (count: number) => Array.from({ length: count }, (_, index) => ({ path: `/post/${index}` }));

test('a small sitemap is one file', () => {
  const file = sitemapFile([{ path: '/a?b=1&c=2', lastModified: '2026-11-20T12:00:00Z' }], ORIGIN);
  expect(file).toContain(
    '<url><loc>https://ki.example/a?b=1&amp;c=2</loc><lastmod>2026-11-20T12:00:00Z</lastmod></url>',
  );
});

test('a large one is split, and every address is in exactly one part', () => {
  const entries = many(MOST_ENTRIES + 1);
  const index = sitemapFile(entries, ORIGIN);
  expect(index).toContain('<sitemapindex');
  expect(index?.match(/<loc>/g)).toHaveLength(2);
  const parts = ['1', '2'].map((part) => sitemapFile(entries, ORIGIN, part)?.match(/<loc>/g)?.length);
  expect(parts).toEqual([MOST_ENTRIES, 1]);
});

test('a part that is not there is not answered', () => {
  expect(sitemapFile(many(3), ORIGIN, '2')).toBeNull();
  expect(sitemapFile(many(3), ORIGIN, '0')).toBeNull();
});
