import { expect, test } from 'vitest';
import type { Release } from '../../../registry/schema.ts';
import { by, release } from '../../../registry/testing/release.ts';
import { readConfig } from '../../config.ts';
import { createLineups } from '../../lineup/lineup.ts';
import { pageAddress } from './page-address.ts';

const config = readConfig({ SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_PUBLISHABLE_KEY: 'key' });
const remotes = (list: readonly Release[]) =>
  Object.fromEntries(
    list.map((live, index) => [live.name, { slot: index + 1, live, previous: [], history: [], ...by }]),
  );

const LEARNING = release('mf-learning', '1', '/workshops', '/courses/:slug', '/docs/*');
const { usual } = createLineups(
  {
    schema: 1,
    retired: {},
    remotes: remotes([
      { ...LEARNING, query: { '/workshops': ['suche', 'stufe'], '/docs/*': ['seite'] } },
      release('mf-old', '1', '/old'),
      { ...release('mf-admin', '1', '/admin/*'), staffOnly: true },
    ]),
  },
  config,
);

const addressed = (owner: string | undefined, address: string) => {
  const { pathname, search } = pageAddress(new URL(address, 'http://site'), owner, usual);
  return pathname + search;
};

test.each([
  ['keys that nobody reads', '/workshops?utm_source=x&fbclid=1', '/workshops'],
  ['the order of keys', '/workshops?stufe=b&suche=a&x=1', '/workshops?suche=a&stufe=b'],
  ['repeated keys that are read', '/workshops?stufe=b&stufe=a', '/workshops?stufe=b&stufe=a'],
  ['a route that reads none', '/courses/eins?a=1', '/courses/eins'],
  ['the case of a pattern', '/WorkShops', '/workshops'],
  ['how letters are encoded', '/%77orkshops', '/workshops'],
  ['how a parameter is encoded', '/COURSES/%65ins', '/courses/eins'],
  ['the rest of a pattern', '/docs/a/%62?seite=2&x=1', '/docs/a/b?seite=2'],
])('%s: %s has the page of %s', (_what, asked, page) => expect(addressed('mf-learning', asked)).toBe(page));

test('parameters keep their case and what has to be encoded', () => {
  expect(addressed('mf-learning', '/courses/%C3%84%2Fb%3Fc')).toBe('/courses/%C3%84%2Fb%3Fc');
  expect(addressed('mf-learning', '/courses/Eins')).toBe('/courses/Eins');
});

test('a release from before declarations reads its whole query', () => {
  expect(addressed('mf-old', '/old?b=1&a=2')).toBe('/old?b=1&a=2');
});

test('all addresses of staff have one page, and so have all that nobody owns', () => {
  expect(addressed('mf-admin', '/admin/posts/edit/1?a=1')).toBe(addressed('mf-admin', '/admin'));
  expect(addressed(undefined, '/nirgends?a=1')).toBe(addressed(undefined, '/a/b/c'));
});

test('the shell’s own pages are told apart', () => {
  expect(addressed(undefined, '/Elemente?a=1')).toBe('/elemente');
  expect(addressed(undefined, '/login?next=/admin')).toBe('/login');
});
