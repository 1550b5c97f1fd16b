import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { expect, test } from 'vitest';
import { queryKeys } from './modules.ts';

const reads = (...query: string[]): RouteHandle => ({ query });

const routes = [
  { path: '/list', handle: reads('seite', 'suche'), children: [{ index: true, handle: reads('open', 'seite') }] },
  { children: [{ path: '/one/:slug' }] },
  {
    path: '/docs',
    children: [
      { path: 'a', handle: reads('a') },
      { path: 'b/:id', handle: reads('b') },
    ],
  },
];

test('a page has the query keys of its routes, each once', () => {
  expect(queryKeys({ routes }, ['/list', '/one/:slug'])).toEqual({
    '/list': ['seite', 'suche', 'open'],
    '/one/:slug': [],
  });
});

test('a page with a splat has all query keys below it', () => {
  expect(queryKeys({ routes }, ['/docs/*'])).toEqual({ '/docs/*': ['seite', 'suche', 'open', 'a', 'b'] });
});
