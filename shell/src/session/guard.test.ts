import { expect, test } from 'vitest';
import { nextPage } from './guard.tsx';

const next = (page: string) => nextPage(new URLSearchParams({ next: page }));

test.each(['/admin/ads?page=2', '/admin/posts/edit/1#text', '/seite/übung'])('"%s" is a page to return to', (page) => {
  expect(next(page)).toBe(page);
});

test.each(
  [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '/\0/evil.example',
  ]
    .concat([
      '/a\\..\\..\\evil.example',
      '/\u0085/evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      'admin',
    ])
    .map((page) => [JSON.stringify(page), page]),
)('%s is no page of this site', (_, page) => {
  expect(next(page)).toBe('/admin');
});
