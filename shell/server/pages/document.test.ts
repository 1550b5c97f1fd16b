import { expect, test } from 'vitest';
import { documentOf } from './document.ts';

const page = {
  ...{ status: 200, title: 'T', tags: [], jsonLd: [], html: '', styles: '', state: '{}', failure: null, routeIds: [] },
  early: null,
};
const named = (name: string) => [{ src: `/${name}.js`, integrity: `sha384-${name}` }];
const scripts = { app: named('app'), starter: named('starter'), hints: named('hint') };

/** The scripts that a document runs by itself: how, and which. */
function runBy(hydrate: 'load' | 'interaction', early: ReturnType<typeof named>) {
  const html = documentOf({ page: { ...page, hydrate }, pageStateId: 'state', ...scripts, early });
  return [...html.matchAll(/<script (\w+) src="\/(\w+)\.js" integrity="sha384-(\w+)" crossorigin>/g)].map(
    ([, how, name, hash]) => [how, name, hash],
  );
}

test('a page runs the starter, as soon as it is there', () => {
  expect(runBy('interaction', [])).toEqual([['async', 'starter', 'starter']]);
});

test('an early script runs after the starter, each with its hash', () => {
  expect(runBy('interaction', named('early'))).toEqual([
    ['defer', 'starter', 'starter'],
    ['defer', 'early', 'early'],
  ]);
});

test('a page that comes alive at once runs its code beside the starter', () => {
  expect(runBy('load', [])).toEqual([
    ['async', 'starter', 'starter'],
    ['defer', 'app', 'app'],
  ]);
});
