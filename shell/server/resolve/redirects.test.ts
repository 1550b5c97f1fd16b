import { expect, test } from 'vitest';
import { createRedirects } from './redirects.ts';

const SITE = 'https://schule.test';
const redirects = createRedirects(SITE);
redirects.take([
  ['/post/alt', '/post/neu', true],
  ['/post/weg', null, true],
  ['/courses/alt', '/courses/neu', true],
  ['/category/früher', '/category/später', true],
  ['/2019/05/Alt', '/post/neu#teil', true],
  ['/a', '/A/', false],
  ['/b', '/C', false],
  ['/c', '/B', false],
  ['/d', '/post/alt', false],
  ['/e', '/2019/05/ALT', false],
  ['/f', '/courses/alt/lessons/2', false],
  ['/post', '/archiv', true],
  ['/kaputt', 'https://[x', false],
  ['/alt', 'https://example.org/ziel?a=b', false],
  ['/eigene', `${SITE}/workshops`, false],
  ['/kreis', `${SITE}/kreis`, false],
  ['/?p=12', '/post/neu', false],
]);
const GONE = null;
const NOWHERE = undefined;

const at = (address: string, hasOwner = true) => redirects.at(new URL(address, SITE), hasOwner)?.location;

test.each<readonly [string, string | null | undefined]>([
  ['/post/alt', '/post/neu'],
  ['/post/alt?utm_source=x', '/post/neu?utm_source=x'],
  ['/post/ALT', '/post/neu'],
  ['/post/alt.md', '/post/neu.md'],
  ['/post/alt/vorschau.png', '/post/neu/vorschau.png'],
  ['/post/weg', GONE],
  ['/post/weg.md', GONE],
  ['/post/anders', NOWHERE],
  ['/post/alternative', NOWHERE],
  ['/courses/alt/lessons/1', '/courses/neu/lessons/1'],
  ['/courses/alt/lessons/1/captions.vtt', '/courses/neu/lessons/1/captions.vtt'],
  ['/category/fr%C3%BCher/rss.xml', '/category/sp%C3%A4ter/rss.xml'],
  ['/category/fru%CC%88her', '/category/sp%C3%A4ter'],
  ['/2019/05/Alt/', '/post/neu#teil'],
  ['/2019/05/alt', '/post/neu#teil'],
  ['/2019/05/Alt/feed', NOWHERE],
  ['/alt?c=d', 'https://example.org/ziel?a=b'],
  ['/eigene', '/workshops'],
  ['/kreis', NOWHERE],
  ['/a', NOWHERE],
  ['/b', NOWHERE],
  ['/d', '/post/neu'],
  ['/e', '/post/neu#teil'],
  ['/f', '/courses/neu/lessons/2'],
  ['/post/irgendwas', NOWHERE],
  ['/kaputt', NOWHERE],
  ['/2019/05/alt.md', '/post/neu.md'],
  ['/courses/alt/lessons/..%2F..%2F..%2F..%2F%2Fevil.example', NOWHERE],
  ['/courses/alt//evil.example', NOWHERE],
  ['/', NOWHERE],
])('%s leads to %s', (address, location) => expect(at(address)).toBe(location));

test('nothing below an address leads on where no remote has such an address', () => {
  expect(at('/post/alt', false)).toBe('/post/neu');
  expect(at('/post/alt/mehr/davon', false)).toBe(NOWHERE);
});

test('an address with a query leads on, with exactly that query', () => {
  const ofQuery = (address: string) => redirects.ofQuery(new URL(address, SITE))?.location;
  expect(['/?p=12', '/?p=13', '/', '/post/alt?p=12'].map(ofQuery)).toEqual(['/post/neu', NOWHERE, NOWHERE, NOWHERE]);
});
