import { expect, test } from 'vitest';
import { otherSpelling, prefersMarkdown, requestAddress } from './http-request.ts';

const ORIGIN = 'https://lernen.example';

test.each([
  ['/', `${ORIGIN}/`],
  ['/post/hallo?seite=2', `${ORIGIN}/post/hallo?seite=2`],
  ['/a/../workshops', `${ORIGIN}/workshops`],
  ['/suche?q=//evil.example', `${ORIGIN}/suche?q=//evil.example`],
  ['/@evil.example', `${ORIGIN}/@evil.example`],
  ['/:80', `${ORIGIN}/:80`],
  ['/post/%C3%A4?q=%zz', `${ORIGIN}/post/%C3%A4?q=%zz`],
  ['/workshops#teil', `${ORIGIN}/workshops`],
  ['/post/%E4', `${ORIGIN}/post/%EF%BF%BD`],
  ['/post/gr%FCn.md?seite=2', `${ORIGIN}/post/%EF%BF%BD?seite=2`],
  ['/post/100%/%C3%A4', `${ORIGIN}/post/%EF%BF%BD/%C3%A4`],
  ['/%', `${ORIGIN}/%EF%BF%BD`],
])('%s requests %s', (target, address) => expect(requestAddress(target, ORIGIN)?.href).toBe(address));

test.each(
  Object.entries({
    'no path': ['', '*', 'workshops', '.evil.example/', ':443/', '@evil.example/'],
    'a whole address': ['http://evil.example/', 'https://lernen.example/', 'http://a:b@host/', 'javascript:alert(1)'],
    'a host behind slashes': ['//evil.example/', '///evil.example/', '/\t/evil.example/'],
    'a host behind backslashes': ['/\\evil.example/', '\\\\evil.example/', '/workshops\\..'],
    'a host behind dots': ['/.//evil.example/', '/..//evil.example/', '/%2e//evil.example/', '/%2E%2e//evil.example/'],
    'a host behind a folder and dots': ['/a/..//evil.example/', '/a/b/../..//evil.example'],
    'a host behind codes': ['/%2f/evil.example', '/%2Fevil.example', '/%5Cevil.example', '/a/../%5cevil.example'],
    'a host behind codes that cannot be read': ['//%E4', '/%2f%E4', '/%5C%E4/', '/%E4/..//evil.example'],
  }),
)('a target that is %s is no address of this site', (_what, targets) => {
  for (const target of targets) expect(requestAddress(target, ORIGIN), target).toBeNull();
});

test.each([
  ['/workshops/', '/workshops'],
  ['/workshops///', '/workshops'],
  ['/courses/eins/?a=1&b=/', '/courses/eins?a=1&b=/'],
  ['/a//b//', '/a//b'],
  ['/post/u%CC%88ber', '/post/%C3%BCber'],
  ['/post/u\u0308ber/?seite=2', '/post/%C3%BCber?seite=2'],
  ['/u%CC%88%2Fb/%41/e%cc%81.md', '/%C3%BC%2Fb/%41/%C3%A9.md'],
  ['/%E1%84%80%E1%85%A1', '/%EA%B0%80'],
])('%s redirects to %s', (target, location) => {
  expect(otherSpelling(new URL(ORIGIN + target))).toBe(location);
});

test.each([
  '/',
  '/?a=/',
  '/workshops',
  '/workshops?a=/',
  '/post/%C3%BCber?a=u%CC%88',
  '/%C3%84%2Fb%25%2541',
  '/%CC%88',
])('%s stays', (target) => {
  expect(otherSpelling(new URL(ORIGIN + target))).toBeNull();
});

test.each([
  'text/markdown',
  'Text/Markdown; charset=utf-8',
  'text/markdown, text/html;q=0.9',
  'text/html;q=0.5, text/markdown;q=0.6, */*;q=0.1',
  'text/markdown, */*;q=0.8',
  'text/html;q=0, text/markdown;q=0.3, */*',
])('%s prefers Markdown', (accept) => expect(prefersMarkdown(accept)).toBe(true));

test.each([
  [null],
  ['', '*/*', 'text/*', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['text/markdown, text/html', 'text/markdown, text/html, */*', 'text/markdown;charset=utf-8, text/html;level=1'],
  ['text/markdown, */*', 'text/markdown;q=0.9, text/*'],
  ['text/markdown;q=0', 'text/markdown;q=0, text/html;q=0', 'text/markdown;q=x', 'application/text/markdown'],
])('%s and the like do not', (...headers) => expect(headers.filter(prefersMarkdown)).toEqual([]));
