import type { CacheTag } from '@ki/shared/data/cache-tags.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Limited, limitRenders, limitsFor } from '../render/limit.ts';
import { cacheKey } from '../resolve/target.ts';
import { changingContent } from '../tags/testing/changing-content.ts';
import type { ReleaseSet } from '../types.ts';
import { createPageCache, MEGABYTE } from './page-cache.ts';

const releaseSet = { canaries: '' } as ReleaseSet;

let rendered: string[];
let content: ReturnType<typeof changingContent>;
let limited: Limited;
let cache: ReturnType<typeof createPageCache>;
beforeEach(() => {
  rendered = [];
  content = changingContent();
  limited = limitRenders(limitsFor(1));
  cache = createPageCache({
    async render({ pathname }) {
      rendered.push(pathname);
      if (pathname === '/broken' && rendered.filter((one) => one === pathname).length > 1) throw new Error('cut short');
      const dependencies: readonly CacheTag[] = [pathname === '/workshops' ? 'workshops' : 'posts'];
      return { response: { status: 200, body: Buffer.from(`${rendered.length}`) }, dependencies };
    },
    tagVersions: content.tagVersions,
    limited,
    maxBytes: MEGABYTE,
  });
});

async function read(path: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await cache.get(cacheKey(releaseSet, path), content.now());
}

test('after a change, stale pages with several hits are revalidated in the background, most hits first', async () => {
  // A page that fails to render does not stop the revalidation of others.
  await read('/broken', 7);
  await read('/seldom', 2);
  await read('/often', 5);
  await read('/workshops', 9);
  await read('/once', 1);
  content.change({ posts: '2' });
  await vi.waitFor(() => expect(rendered.slice(5)).toEqual(['/broken', '/often', '/seldom']));
  expect(cache.hit(cacheKey(releaseSet, '/often'), content.now())?.isHit).toBe(true);
  expect(cache.hit(cacheKey(releaseSet, '/once'), content.now())).toBeNull();
});

test('a page without a hit since its revalidation is not revalidated again', async () => {
  await read('/', 3);
  await read('/post/1', 2);
  content.change({ posts: '2' });
  await vi.waitFor(() => expect(rendered).toHaveLength(4));
  await read('/post/1', 1);
  content.change({ posts: '3' });
  await vi.waitFor(() => expect(rendered).toHaveLength(5));
  content.change({ workshops: '2' });
  expect(rendered.slice(4)).toEqual(['/post/1']);
});

test('revalidation waits until no request renders', async () => {
  await read('/', 3);
  const visitor = Promise.withResolvers<void>();
  const working = limited(() => visitor.promise);
  content.change({ posts: '2' });
  const other = limited(async () => 'other');
  await other;
  expect(rendered).toEqual(['/']);
  visitor.resolve();
  await working;
  await vi.waitFor(() => expect(rendered).toEqual(['/', '/']));
});

test('after one change at most 50 pages are revalidated', async () => {
  for (let n = 0; n < 60; n += 1) await read(`/post/${n}`, 2);
  content.change({ posts: '2' });
  await vi.waitFor(() => expect(rendered.slice(60)).toHaveLength(50));
  await limited.whenIdle(async () => undefined);
  expect(rendered.slice(60)).toHaveLength(50);
});
