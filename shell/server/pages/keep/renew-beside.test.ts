import type { Topic } from '@ki/shared/data/topics.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Lineup } from '../../lineup/lineup.ts';
import { type Limited, limitRenders, limitsFor } from '../limit-renders.ts';
import { createPageCache } from './page-cache.ts';
import { placeAt } from './places.ts';
import { MEGABYTE } from './rooms.ts';
import { toldContent } from './testing/told-content.ts';

const lineup = { canaries: '' } as Lineup;

let made: string[];
let told: ReturnType<typeof toldContent>;
let limited: Limited;
let cache: ReturnType<typeof createPageCache>;
beforeEach(() => {
  made = [];
  told = toldContent();
  limited = limitRenders(limitsFor(1));
  cache = createPageCache({
    async make({ pathname }) {
      made.push(pathname);
      if (pathname === '/broken' && made.filter((one) => one === pathname).length > 1) throw new Error('cut short');
      const reads: readonly Topic[] = [pathname === '/workshops' ? 'workshops' : 'posts'];
      return { answer: { status: 200, body: Buffer.from(`${made.length}`) }, reads };
    },
    content: told.content,
    limited,
    maxBytes: MEGABYTE,
  });
});

async function read(path: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await cache.get(placeAt(lineup, path), lineup);
}

test('after a change what was read is made anew, the most read first, before anybody asks', async () => {
  await read('/seldom', 2);
  await read('/often', 5);
  await read('/workshops', 9);
  await read('/once', 1);
  told.change({ posts: '2' });
  await vi.waitFor(() => expect(made.slice(4)).toEqual(['/often', '/seldom']));
  expect(cache.kept(placeAt(lineup, '/often'), lineup)?.isKept).toBe(true);
  expect(cache.kept(placeAt(lineup, '/once'), lineup)).toBeNull();
});

test('what nobody read since is not made anew a second time', async () => {
  await read('/', 3);
  await read('/post/1', 2);
  told.change({ posts: '2' });
  await vi.waitFor(() => expect(made).toHaveLength(4));
  await read('/post/1', 1);
  told.change({ posts: '3' });
  await vi.waitFor(() => expect(made).toHaveLength(5));
  told.change({ workshops: '2' });
  expect(made.slice(4)).toEqual(['/post/1']);
});

test('it waits until nobody waits', async () => {
  await read('/', 3);
  const visitor = Promise.withResolvers<void>();
  const working = limited(() => visitor.promise);
  told.change({ posts: '2' });
  const other = limited(async () => 'other');
  await other;
  expect(made).toEqual(['/']);
  visitor.resolve();
  await working;
  await vi.waitFor(() => expect(made).toEqual(['/', '/']));
});

test('what cannot be made anew keeps nothing else from it', async () => {
  await read('/broken', 5);
  await read('/', 3);
  told.change({ posts: '2' });
  await vi.waitFor(() => expect(made.slice(2)).toEqual(['/broken', '/']));
});

test('after one change so much is made anew, and no more', async () => {
  for (let n = 0; n < 60; n += 1) await read(`/post/${n}`, 2);
  told.change({ posts: '2' });
  await vi.waitFor(() => expect(made.slice(60)).toHaveLength(50));
  await limited.beside(async () => undefined);
  expect(made.slice(60)).toHaveLength(50);
});
