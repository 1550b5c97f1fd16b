import { describe, expect, test } from 'vitest';
import { shellRoutes } from '../src/app/routes.tsx';
import { clashes, resourceClashes, SHELL_ADDRESSES } from './patterns.ts';
import {
  FINE_RESOURCES,
  OF_THE_SHELL,
  ONE_ADDRESS,
  REFUSED_RESOURCES,
  TWO_ADDRESSES,
} from './testing/pattern-cases.ts';

const clash = (one: string, other: string) =>
  clashes([
    ['mf-one', [one]],
    ['mf-other', [other]],
  ]);

test.each(ONE_ADDRESS)('%s and %s are one address', (one, other) => {
  expect(clash(one, other)).toEqual([
    `mf-other claims ${other}, which mf-one owns${one === other ? '' : ` as ${one}`}`,
  ]);
});

test.each(TWO_ADDRESSES)('%s and %s are two', (one, other) => expect(clash(one, other)).toEqual([]));

test.each(OF_THE_SHELL)('%s is the shell’s', (pattern) => {
  expect(clashes([['mf-one', [pattern]]])).toEqual([
    expect.stringContaining(`mf-one claims ${pattern}, but the shell`),
  ]);
});

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

  test.each(REFUSED_RESOURCES)('%j is refused', (owned, message) => expect(resources(...owned)).toEqual([message]));

  test.each(FINE_RESOURCES.map((owned) => [owned]))('%j is fine', (owned) => expect(resources(...owned)).toEqual([]));
});
