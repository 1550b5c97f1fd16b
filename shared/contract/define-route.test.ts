import { expect, expectTypeOf, test } from 'vitest';
import { defineRoute } from './define-route.ts';

test('a head knows what its loader gives, settled', () => {
  const { handle } = defineRoute({
    loader: () => ({ page: 1, post: Promise.resolve({ title: 'Hallo' }) }),
    head: ({ data }) => {
      expectTypeOf(data).toEqualTypeOf<{ readonly page: number; readonly post: { title: string } }>();
      // @ts-expect-error the loader gives no author
      const { author } = data;
      return { title: data.post.title, description: author };
    },
  });
  expect(handle.head({ data: { page: 1, post: { title: 'Hallo' } } })).toEqual({ title: 'Hallo' });
});

test('the shell reads what was said, and nothing in the place of what routes around it say', () => {
  const lazy = async () => ({ Component: () => null });
  expect(defineRoute({ id: 'x', path: '/x', query: ['seite'], overlayHeader: false, lazy })).toStrictEqual({
    id: 'x',
    path: '/x',
    lazy,
    handle: { query: ['seite'], overlayHeader: false },
  });
});
