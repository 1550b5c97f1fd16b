import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { expect, test } from 'vitest';
import { queryKeys } from './routes.ts';

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

test('a page reads what its routes declare, each key once', () => {
  expect(queryKeys({ routes }, ['/list', '/one/:slug'])).toEqual({
    '/list': ['seite', 'suche', 'open'],
    '/one/:slug': [],
  });
});

test('below a rest, everything that the remote reads counts', () => {
  expect(queryKeys({ routes }, ['/docs/*'])).toEqual({ '/docs/*': ['seite', 'suche', 'open', 'a', 'b'] });
});
