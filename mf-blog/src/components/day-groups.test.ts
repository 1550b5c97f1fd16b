import { expect, test } from 'vitest';
import { toSummary } from '../data/posts.ts';
import { groupByDay } from './day-groups.tsx';

const post = (id: string, published_at: string) =>
  toSummary({
    id,
    title: id,
    slug: id,
    excerpt: null,
    author: 'A',
    comment_count: 0,
    published_at,
    category: null,
    picture: null,
    ai: 'none',
  });

test('posts are grouped by day and keep their order', () => {
  const days = groupByDay([
    post('c', '2026-11-20T12:00:00Z'),
    post('b', '2026-11-20T08:00:00Z'),
    post('a', '2026-11-18T08:00:00Z'),
  ]);
  expect(days.map(({ key, posts }) => [key, posts.map(({ id }) => id)])).toEqual([
    ['2026-11-20', ['c', 'b']],
    ['2026-11-18', ['a']],
  ]);
});

test('the day is the one in Zurich, not the one in UTC', () => {
  expect(groupByDay([post('late', '2026-11-20T23:30:00Z')])[0]?.key).toBe('2026-11-21');
});
