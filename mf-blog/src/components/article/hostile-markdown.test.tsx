import { standaloneHtml } from '@ki/shared/ui/markdown/standalone-html.tsx';
import { render } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { hostileMarkdown } from '../../testing/hostile-markdown.ts';
import { ArticleText } from './article-text.tsx';

const ALLOWED = ['http:', 'https:', 'irc:', 'ircs:', 'mailto:', 'xmpp:'];
const FORBIDDEN =
  'script, style, iframe, object, embed, svg, math, form, base, meta, link, template, body *[id="root"], video, audio, details, marquee';

const article = (markdown: string) => (
  <MemoryRouter>
    <ArticleText markdown={markdown} promo={null} />
  </MemoryRouter>
);

function parsed(html: string): Element {
  const host = document.createElement('div');
  host.innerHTML = html;
  return host;
}

function dangersIn(host: Element): string[] {
  const elements = [...host.querySelectorAll('*')];
  const attributes = elements.flatMap((element) => [...element.attributes].map(({ name, value }) => ({ name, value })));
  const named = attributes.filter(({ name }) => /^on|^style$|^srcdoc$|^formaction$|xlink/i.test(name));
  const addresses = attributes
    .filter(({ name }) => ['href', 'src', 'action'].includes(name))
    .filter(({ value }) => !ALLOWED.includes(new URL(value, 'https://ki.example').protocol));
  const forbidden = [...host.querySelectorAll(FORBIDDEN)];
  return [
    ...[...named, ...addresses].map(({ name, value }) => `${name}="${value}"`),
    ...forbidden.map(({ outerHTML }) => outerHTML),
  ];
}

test('there are at least 60 payloads', () => expect(new Set(hostileMarkdown).size).toBeGreaterThanOrEqual(60));

test.each(hostileMarkdown)('%j is inert', (markdown) => {
  const { container } = render(article(markdown));
  expect(dangersIn(container), 'in the browser').toEqual([]);
  expect(dangersIn(parsed(renderToStaticMarkup(article(markdown)))), 'from the server').toEqual([]);
  expect(dangersIn(parsed(standaloneHtml(markdown, 'https://ki.example/post/a'))), 'in a feed').toEqual([]);
  expect(container.textContent?.trim() || container.querySelector('[alt], hr'), 'its text stays').toBeTruthy();
});

test('the check itself sees what is dangerous', () => {
  for (const html of [
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:x">y</a>',
    '<p style="color:red">',
    '<svg/>',
  ]) {
    expect(dangersIn(parsed(html))).toHaveLength(1);
  }
});
