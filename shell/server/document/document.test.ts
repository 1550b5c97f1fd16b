import { expect, test } from 'vitest';
import { documentOf } from './document.ts';

const texts = { language: 'de', title: 'T', html: '', styles: '', state: '{}' };
const page = { status: 200, ...texts, tags: [], jsonLd: [], failure: null, routeIds: [], preHydration: null };
const named = (name: string) => [{ src: `/${name}.js`, integrity: `sha384-${name}` }];
const scripts = { app: named('app'), hydrationLoader: named('loader'), hints: named('hint') };

test.each([
  ['the hydration loader at once', 'interaction', [], ['async loader']],
  ['a pre-hydration script after it', 'interaction', named('early'), ['defer loader', 'defer early']],
  ['its code in addition, when it hydrates at once', 'load', [], ['async loader', 'defer app']],
] as const)('a page runs %s, each script with its hash', (_what, hydrate, preHydration, expected) => {
  const html = documentOf({ page: { ...page, hydrate }, pageStateId: 'state', ...scripts, preHydration });
  const found = html.matchAll(/<script (\w+) src="\/(\w+)\.js" integrity="sha384-\2" crossorigin>/g);
  expect([...found].map(([, how, name]) => `${how} ${name}`)).toEqual(expected);
});
