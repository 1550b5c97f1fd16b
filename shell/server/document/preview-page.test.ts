import { expect, test } from 'vitest';
import { previewResponse } from './previews.ts';

const TOKEN = 'a'.repeat(64);
const page = {
  status: 200,
  language: 'de',
  title: 'Vorschau: Kurs',
  tags: [{ name: 'meta', attributes: { name: 'robots', content: 'noindex' } }] as const,
  jsonLd: ['{}'],
  html: '<main>Text</main>',
  styles: '<style data-styled="">a{color:red}</style>',
  state: '{"geheim":true}',
  hydrate: 'load' as const,
  preHydration: null,
  failure: null,
  routeIds: [],
};
const preview = { row: {}, token: TOKEN, expiresAt: '2026-12-03T09:00:00Z', course: null };
const shown = (changes: object, more: object = {}) =>
  previewResponse({ ...page, tags: [...page.tags], ...changes }, { ...preview, ...more });

test('the document has a banner that says until when, and neither script nor data', () => {
  const { body, headers } = shown({});
  expect(body).toContain('<aside id="preview" lang="de" aria-label="Vorschau">');
  expect(body).toContain('<time datetime="2026-12-03T09:00:00Z">3. Dezember 2026, 10:00 Uhr</time>');
  expect(body).toContain('<meta name="robots" content="noindex"');
  expect(body).not.toMatch(/<script|geheim/);
  expect(headers?.['content-security-policy']).toMatch(/^default-src 'none';style-src 'sha256-/);
  expect(headers?.['content-security-policy']).not.toContain('script-src');
});

test('links to the course and its lessons stay in the preview, others leave it', () => {
  const html =
    '<a href="/courses/a&#x27;b">K</a><a href="/courses/a&#x27;b/lessons/1">L</a><a href="/courses/other/lessons/1">F</a>';
  const { body } = shown({ html }, { course: "/courses/a'b" });
  expect(body).toContain(
    `<a href="/preview/${TOKEN}">K</a><a href="/preview/${TOKEN}/lessons/1">L</a><a href="/courses/other/lessons/1">F</a>`,
  );
  expect(shown({ html }).body).toContain(html);
});

test('the rules for browsers without scripting apply', () => {
  const styles =
    '<style>@media (scripting: none){a{color:red}}@media screen and (scripting: enabled){a{color:blue}}</style>';
  const { body } = shown({ styles });
  expect(body).toContain('@media (min-width:0){a{color:red}}@media screen and (max-width:0){a{color:blue}}');
});

test('a page that failed has the id of its request', () => {
  expect(shown({ status: 503 }).body).toContain('Kennung');
  expect(shown({ status: 404 }).body).not.toContain('Kennung');
});
