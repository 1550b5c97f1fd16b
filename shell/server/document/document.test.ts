import { expect, test } from 'vitest';
import { documentOf } from './document.ts';

const page = {
  ...{
    status: 200,
    language: 'de',
    title: 'T',
    tags: [],
    jsonLd: [],
    html: '',
    styles: '',
    state: '{}',
    failure: null,
    routeIds: [],
  },
  preHydration: null,
};
const named = (name: string) => [{ src: `/${name}.js`, integrity: `sha384-${name}` }];
const scripts = { app: named('app'), hydrationLoader: named('hydration-loader'), hints: named('hint') };

/** The scripts that a document runs at once. */
function runBy(hydrate: 'load' | 'interaction', preHydration: ReturnType<typeof named>) {
  const html = documentOf({ page: { ...page, hydrate }, pageStateId: 'state', ...scripts, preHydration });
  return [...html.matchAll(/<script (\w+) src="\/([\w-]+)\.js" integrity="sha384-([\w-]+)" crossorigin>/g)].map(
    ([, how, name, hash]) => [how, name, hash],
  );
}

test('a page runs the hydration loader at once', () => {
  expect(runBy('interaction', [])).toEqual([['async', 'hydration-loader', 'hydration-loader']]);
});

test('a pre-hydration script runs after the hydration loader, each with its hash', () => {
  expect(runBy('interaction', named('pre-hydration'))).toEqual([
    ['defer', 'hydration-loader', 'hydration-loader'],
    ['defer', 'pre-hydration', 'pre-hydration'],
  ]);
});

test('a page that hydrates at once runs its code in addition to the hydration loader', () => {
  expect(runBy('load', [])).toEqual([
    ['async', 'hydration-loader', 'hydration-loader'],
    ['defer', 'app', 'app'],
  ]);
});
