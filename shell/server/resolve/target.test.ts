import { expect, test } from 'vitest';
import { release } from '../../registry/testing/release.ts';
import { releaseSetOf, targetsOf } from '../testing/releases.ts';
import { pageAddress, pageAddresses } from './page-addresses.ts';

const url = (path: string) => new URL(path, 'http://site');

const setOf = (...paths: readonly string[]) => releaseSetOf(release('mf-blog', '1', ...paths));

test('a target is computed once for each release set', () => {
  const { find: findTarget } = targetsOf();
  const [before, after] = [setOf('/post/:slug'), setOf('/else')];
  const target = findTarget(url('/post/a?x=1'), before);
  expect(target).toMatchObject({ owner: 'mf-blog', pathname: '/post/a', search: '?x=1' });
  expect(findTarget(url('/post/a?x=1'), before)).toBe(target);
  expect(findTarget(url('/%70ost/%61?x=1'), before).key).toBe(target.key);
  expect(findTarget(url('/post/a?x=1'), after).owner).toBeUndefined();
});

test('the cache of targets is limited, so that invented addresses are dropped', () => {
  const { find: findTarget } = targetsOf();
  const releaseSet = setOf('/post/:slug');
  const long = (n: number) => url(`/${n}/${'x'.repeat(8_000)}`);
  const [first, second] = [findTarget(long(0), releaseSet), findTarget(url('/post/a'), releaseSet)];
  for (let n = 1; n < 600; n += 1) findTarget(long(n), releaseSet);
  expect(findTarget(long(0), releaseSet)).not.toBe(first);
  expect(findTarget(url('/post/a'), releaseSet)).toEqual(second);
});

const LEARNING = release('mf-learning', '1', '/workshops', '/courses/:slug', '/docs/*');
const defaultSet = releaseSetOf(
  { ...LEARNING, query: { '/workshops': ['suche', 'stufe'], '/docs/*': ['seite'] } },
  release('mf-old', '1', '/old'),
  { ...release('mf-admin', '1', '/admin/*'), staffOnly: true },
);

const addressed = (owner: string | undefined, address: string) => {
  const { pathname, search } = pageAddress(new URL(address, 'http://site'), owner, defaultSet);
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
  ['letters that a Mac writes apart', '/courses/U%CC%88ber', '/courses/%C3%9Cber'],
  ['the rest of a pattern', '/docs/a/%62?seite=2&x=1', '/docs/a/b?seite=2'],
  ['an encoding that is necessary', '/courses/%C3%84%2Fb%3Fc', '/courses/%C3%84%2Fb%3Fc'],
  ['the case of a parameter', '/courses/Eins', '/courses/Eins'],
])('%s: %s has the page of %s', (_what, given, page) => expect(addressed('mf-learning', given)).toBe(page));

test('without declared query keys the whole query counts', () => {
  expect(addressed('mf-old', '/old?b=1&a=2')).toBe('/old?b=1&a=2');
});

test('staff addresses share one cache key, so do addresses without an owner, and each own page has one', () => {
  expect(addressed(undefined, '/login?next=/admin')).toBe('/login');
  expect(addressed('mf-admin', '/admin/posts/edit/1?a=1')).toBe(addressed('mf-admin', '/admin'));
  expect(addressed(undefined, '/nirgends?a=1')).toBe(addressed(undefined, '/a/b/c'));
});

test.each([
  ['/courses/eins.md', 'md', '/courses/eins'],
  ['/Workshops.md?suche=a', 'md', '/workshops'],
  ['/courses/a.md.md', 'md', '/courses/a.md'],
])('%s is the text of a page', (asked, form, pathname) => {
  const target = targetsOf().find(url(asked), defaultSet);
  expect(target).toMatchObject({ kind: 'markdown', owner: 'mf-learning', isNegotiated: false, pathname, search: '' });
  expect(target.key).toBe(`${form}  ${pathname}`);
});

test.each(['/nirgends.md', '/.md', '/workshops/.md', '/admin/x.md', '/login.md', '/_data/courses/eins.md'])(
  '%s is no text of a page',
  (asked) => expect(targetsOf().find(url(asked), defaultSet).kind).not.toBe('markdown'),
);

test('a client that prefers Markdown gets the text of the page, but not of an address with a query', () => {
  const { find: findTarget } = targetsOf();
  const asked = (address: string, prefersMarkdown: boolean) => findTarget(url(address), defaultSet, prefersMarkdown);
  expect(asked('/courses/eins?utm=1', true)).toMatchObject({ kind: 'markdown', isNegotiated: true, search: '' });
  expect(asked('/courses/eins', false).kind).toBe('page');
  expect(asked('/workshops?suche=a', true).kind).toBe('page');
  expect(asked('/login', true).kind).not.toBe('markdown');
  const keys = [asked('/courses/eins', true), asked('/courses/eins', false), asked('/courses/eins.md', false)];
  expect(new Set(keys.map(({ key }) => key)).size).toBe(3);
});

test('only the public pages of the site belong to the pattern of all pages', () => {
  const { find: findTarget, takePages } = targetsOf();
  takePages(pageAddresses(['impressum', 'Über uns!']));
  const releaseSet = setOf('/', '/suche', '/:slug');
  const pathAt = (path: string) => {
    const { owner, pathname } = findTarget(url(path), releaseSet);
    return [owner, pathname];
  };
  for (const path of ['/impressum', '/elemente', '/%C3%9Cber%20uns!', '/suche'])
    expect(pathAt(path)).toEqual(['mf-blog', path]);
  for (const path of ['/impressum?a=1', '/Impressum']) expect(pathAt(path)).toEqual(['mf-blog', '/impressum']);
  expect(pathAt('/Elemente')).toEqual(['mf-blog', '/elemente']);
  const keyOf = (path: string) => {
    const target = findTarget(url(path), releaseSet);
    return target.kind === 'resource' ? target.page.key : target.key;
  };
  for (const path of ['/nirgends', '/datenschutz?a=1', '/_x', '/impressum.html', '/a/b']) {
    expect(pathAt(path)[0]).toBeUndefined();
    expect(keyOf(path)).toBe(keyOf('/nirgends/x'));
  }
  expect(pathAt('/login')).toEqual([undefined, '/login']);
  expect(findTarget(url('/_data/nirgends'), releaseSet)).toMatchObject({ kind: 'data', owner: undefined });
  takePages(pageAddresses(['datenschutz']));
  expect(pathAt('/datenschutz')).toEqual(['mf-blog', '/datenschutz']);
  expect(pathAt('/impressum')[0]).toBeUndefined();
});

test('data and the page of a name have one key, however its letters are written', () => {
  const { find: findTarget, takePages } = targetsOf();
  takePages(pageAddresses(['über-uns']));
  const releaseSet = setOf('/', '/post/:slug', '/:slug');
  for (const path of ['/post/%s', '/_data/post/%s', '/%s-uns', '/_data/%s-uns', '/post/%s.md']) {
    const [apart, composed] = ['u%CC%88ber', '%C3%BCber'].map((name) =>
      findTarget(url(path.replace('%s', name)), releaseSet),
    );
    expect(apart).toMatchObject({ key: composed?.key, pathname: composed?.pathname, owner: 'mf-blog' });
  }
});

test('while the pages are unknown, each address may be one', () => {
  expect(targetsOf().find(url('/irgendwas'), setOf('/:slug'))).toMatchObject({
    owner: 'mf-blog',
    pathname: '/irgendwas',
  });
});

test('the addresses of pages are the stored ones and those that are always there', () => {
  const found = (...paths: readonly string[]) => paths.map((path) => pageAddresses(['impressum']).has(path));
  expect(found('/impressum', '/elemente', '/ki-auf-dieser-website', '/nirgends')).toEqual([true, true, true, false]);
});

test('anything but a list of slugs is refused', () => expect(() => pageAddresses('wrong')).toThrow());
