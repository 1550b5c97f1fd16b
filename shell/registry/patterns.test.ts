import { describe, expect, test } from 'vitest';
import { shellRoutes } from '../src/app/routes.tsx';
import { clashes, resourceClashes, SHELL_ADDRESSES } from './patterns.ts';

const clash = (one: string, other: string) =>
  clashes([
    ['mf-one', [one]],
    ['mf-other', [other]],
  ]);

test.each([
  ['/', '/'],
  ['/post/:slug', '/post/:id'],
  ['/post/:slug', '/Post/:slug'],
  ['/post/:a/edit', '/post/new/:b'],
  ['/admin/*', '/admin/*'],
  ['/a/:b/*', '/a/:c/*'],
])('%s and %s are one address', (one, other) => {
  expect(clash(one, other)).toEqual([
    `mf-other claims ${other}, which mf-one owns${one === other ? '' : ` as ${one}`}`,
  ]);
});

test.each([
  ['/post/:slug', '/post/new'],
  ['/post/:slug', '/post/:slug/comments'],
  ['/admin/*', '/admin/events'],
  ['/admin/*', '/admin'],
  ['/', '/suche'],
  ['/courses/:slug', '/courses/:course/lessons/:lesson'],
])('%s and %s are two', (one, other) => expect(clash(one, other)).toEqual([]));

test.each(['/login', '/assets/*', '/assets/x.js', '/platform.json', '/elemente', '/reports'])(
  '%s is the shell’s',
  (pattern) => {
    expect(clashes([['mf-one', [pattern]]])).toEqual([
      expect.stringContaining(`mf-one claims ${pattern}, but the shell`),
    ]);
  },
);

test('every page of the shell is among its addresses', () => {
  const own = shellRoutes()[0]?.children?.map((route) => route.path) ?? [];
  expect(own).toContain('/login');
  expect(SHELL_ADDRESSES).toEqual(expect.arrayContaining(own.filter((path) => path !== '*')));
});

describe('feeds and images', () => {
  const PAGES = [
    ['mf-one', ['/post/:slug']],
    ['mf-other', ['/files/*']],
  ] as const;
  const resources = (...owned: readonly string[]) =>
    resourceClashes(
      owned.map((pattern, index) => [`mf-${index}`, [pattern]] as const),
      PAGES,
    );

  test.each([
    [['/robots.txt'], 'mf-0 claims /robots.txt, but the shell itself answers /robots.txt'],
    [['/post/feed.xml'], "mf-0 claims /post/feed.xml, but mf-one's page /post/:slug is answered there"],
    [['/files/a/b.png'], "mf-0 claims /files/a/b.png, but mf-other's page /files/* is answered there"],
    [['/rss.xml', '/rss.xml'], 'mf-1 claims /rss.xml, which mf-0 owns'],
    [['/img/:a/x.png', '/img/:b/x.png'], 'mf-1 claims /img/:b/x.png, which mf-0 owns as /img/:a/x.png'],
  ])('%j is refused', (owned, message) => expect(resources(...owned)).toEqual([message]));

  test.each([[['/post/:slug/vorschau.png']], [['/rss.xml', '/atom.xml']]])('%j is fine', (owned) =>
    expect(resources(...owned)).toEqual([]),
  );
});
