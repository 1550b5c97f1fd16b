import { expect, test } from 'vitest';
import { nextPage } from './next-page.ts';

const next = (page: string) => nextPage(new URLSearchParams({ next: page }));

test.each(['/admin/ads?page=2', '/admin/posts/edit/1#text', '/seite/übung'])('"%s" is a page to return to', (page) => {
  expect(next(page)).toBe(page);
});

test.each(
  ['//', '/\\', '/\t/', '/\n/', '/\r\n/', '/\0/', '/\u0085/', '/a\\..\\..\\', 'https://']
    .map((before) => `${before}evil.example`)
    .concat('javascript:alert(1)', 'admin')
    .map((page) => [JSON.stringify(page), page]),
)('%s is no page of this site', (_, page) => {
  expect(next(page)).toBe('/admin');
});
