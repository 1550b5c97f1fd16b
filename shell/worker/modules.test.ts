import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { expect, test } from 'vitest';
import { queryKeys, runBundle } from './modules.ts';

const react = { name: 'the one React' };
const run = (code: string) => runBundle(code, 'mf-test@1', { react });

test('a bundle runs with the singletons of the shell', () => {
  const code = 'exports.remote = { contract: 2, id: "mf-test", routes: [], uses: require("react") };';
  expect(run(code)).toMatchObject({ id: 'mf-test', uses: react });
});

test.each([
  ['exports.remote = require("node:fs");', 'mf-test@1 requires node:fs, which the shell does not share'],
  ['exports.remote = require("constructor");', 'mf-test@1 requires constructor, which the shell does not share'],
  ['exports.other = 1;', 'mf-test@1 exports no remote'],
  ['exports.remote = { contract: 0 };', 'mf-test@1 is of generation 0; expected 2'],
])('%s is refused', (code, message) => expect(() => run(code)).toThrow(message));

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

test('a page has the query keys of its routes, each once, and with a splat all that are below it', () => {
  expect(queryKeys({ routes }, ['/list', '/one/:slug', '/docs/*'])).toEqual({
    '/list': ['seite', 'suche', 'open'],
    '/one/:slug': [],
    '/docs/*': ['seite', 'suche', 'open', 'a', 'b'],
  });
});
