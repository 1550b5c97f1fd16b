import { expect, test } from 'vitest';
import { innerLinks } from './inner-links.ts';

const TARGET = {
  to: '/post/ziel-привет',
  addresses: ['https://alt.example/2020/01/ziel-%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82/', '/?p=8', '/alter-name/'],
};
const linksOf = innerLinks([TARGET, { to: '/', addresses: ['/'] }], 'https://alt.example');

test.each([
  'https://alt.example/2020/01/ziel-%D0%BF%D1%80%D0%B8%D0%B2%D0%B5%D1%82/',
  'http://alt.example/2020/01/ziel-привет',
  'https://www.alt.example/2020/01/Ziel-привет/?utm_source=mail',
  '//alt.example/2020/01/30/ziel-привет/index.html',
  '/2020/01/ziel-привет/',
  '../../../2020/01/ziel-привет.html',
  '/ziel-привет/',
  'https://alt.example/?p=8',
  '/?page_id=8&preview=true',
  '/alter-name',
])('%s leads to the post', (address) => {
  const { rewrite, notes } = linksOf('https://alt.example/2019/05/anderer/');
  expect([rewrite(address), rewrite(`${address}#teil-2`)]).toEqual([TARGET.to, `${TARGET.to}#teil-2`]);
  expect(notes()).toEqual([]);
});

test.each([
  ['https://anderswo.example/ziel-привет', undefined, 0],
  ['mailto:ada@example.org', undefined, 0],
  ['#teil', undefined, 0],
  ['https://alt.example', '/', 0],
  ['/wp-content/plan.pdf', 'https://alt.example/wp-content/plan.pdf', 0],
  ['https://alt.example/2020/01/weg/', undefined, 1],
  ['/2020/01/weg/#x', 'https://alt.example/2020/01/weg/#x', 1],
  ['/?p=9', 'https://alt.example/?p=9', 1],
  ['http://[', undefined, 0],
])('%s leads to no post of the file', (address, expected, missing) => {
  const { rewrite, notes } = linksOf();
  expect(rewrite(address)).toBe(expected);
  expect(notes()).toEqual(missing ? ['1 link leads to a post or page not imported here.'] : []);
});

test('a site in a folder does not own its neighbours; a host that the site had before is its own', () => {
  const { rewrite, notes } = innerLinks([], 'https://alt.example/blog/')();
  for (const address of ['/shop/', '/blog/a', 'https://alt.example/blog/b']) rewrite(address);
  expect(notes()).toEqual(['2 links lead to posts or pages not imported here.']);
  const target = { to: '/post/a', addresses: ['http://www.frueher.example/?p=8'] };
  const moved = innerLinks([target], 'https://alt.example', target.addresses)();
  const links = ['https://frueher.example/?p=8', 'https://anderswo.example/?p=8'];
  expect(links.map(moved.rewrite)).toEqual(['/post/a', undefined]);
});

test('posts of one name differ by their dates', () => {
  const days = ['2019/01/01', '2020/01/01'];
  const { rewrite } = innerLinks(days.map((day) => ({ to: `/post/${day}`, addresses: [`/${day}/news`] })))();
  expect(['/2020/01/01/news.html', '/2019/01/01/news/', '/2021/01/01/news/', '/news/'].map(rewrite)).toEqual([
    ...['/post/2020/01/01', '/post/2019/01/01', undefined, undefined],
  ]);
});

test('files lead to each other by their paths', () => {
  const files = ['posts/eins.md', 'posts/zwei/index.md', 'drei.markdown'];
  const linksOfFile = innerLinks(files.map((path) => ({ to: `/post/${path}`, addresses: [path] })));
  const { rewrite } = linksOfFile('posts/eins.md');
  const addresses = ['zwei/', './zwei/index.md#x', '../drei.markdown', '/posts/zwei', 'bild.png', 'vier.md'];
  expect(addresses.map(rewrite)).toEqual([
    ...['/post/posts/zwei/index.md', '/post/posts/zwei/index.md#x', '/post/drei.markdown', '/post/posts/zwei/index.md'],
    ...[undefined, undefined],
  ]);
});
