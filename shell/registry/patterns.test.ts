import { expect, test } from 'vitest';
import { shellRoutes } from '../src/app/routes.tsx';
import { clashes, SHELL_ADDRESSES } from './patterns.ts';

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
