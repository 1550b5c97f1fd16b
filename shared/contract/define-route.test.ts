import type { LoaderFunction, LoaderFunctionArgs } from 'react-router-dom';
import { expect, expectTypeOf, test } from 'vitest';
import { connect } from '../data/clients.ts';
import { reads } from '../data/reads.ts';
import { defineRoute, withQueryAliases } from './define-route.ts';
import { declarationOf } from './reads.ts';

connect({ url: 'http://127.0.0.1:1', key: 'none' });

test('the data of a head has the types of its loader, with promises settled', () => {
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

test('a handle has only the declared keys, so that it overrides no key of a parent route', () => {
  const lazy = async () => ({ Component: () => null });
  expect(defineRoute({ id: 'x', path: '/x', query: ['seite'], overlayHeader: false, lazy })).toStrictEqual({
    id: 'x',
    path: '/x',
    lazy,
    handle: { query: ['seite'], overlayHeader: false },
  });
});

test('an address with a former query key redirects to the current one, before anything is read', async () => {
  const loader = reads(() => ({ text: async () => 'Text' }));
  const route = withQueryAliases(defineRoute({ path: '/x', query: ['suche'], loader }), { q: 'suche' });
  expect(route.handle).toEqual({ query: ['suche', 'q'] });
  const args = (search: string) =>
    ({ request: new Request(`http://site/x${search}`), params: {} }) as LoaderFunctionArgs;
  for (const load of [route.loader as LoaderFunction, declarationOf(route.loader)]) {
    const thrown = await Promise.resolve(args('?seite=2&q=%C3%BC&q=a+b'))
      .then((given) => load?.(given, undefined))
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Response);
    const { status, headers } = thrown as Response;
    expect([status, headers.get('location')]).toEqual([308, '/x?seite=2&suche=%C3%BC&suche=a+b']);
    expect(await load?.(args('?suche=q'), undefined)).toHaveProperty('text');
  }
});
