import { prepareText } from '@ki/shared/ui/markdown/prepare-text.ts';
import { PreparedPart } from '@ki/shared/ui/markdown/prepared-text.tsx';
import { standaloneHtml } from '@ki/shared/ui/markdown/standalone-html.tsx';
import { render } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileMarkdown } from '../testing/hostile-markdown.ts';

const ALLOWED = ['http:', 'https:', 'irc:', 'ircs:', 'mailto:', 'xmpp:'];
const FORBIDDEN =
  'script, style, iframe, object, embed, svg, math, form, base, meta, link, template, body *[id="root"], video, audio, details, marquee';

/** A post's text as a loader returns it in a browser; a server renders the same elements to HTML. */
async function article(markdown: string) {
  const { parts } = await prepareText(markdown, async () => new Map(), { sectionLinks: true, hasSlot: true });
  return parts.map((part, index) => part && <PreparedPart key={index} part={part} />);
}

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

test.each(hostileMarkdown)('%j is inert', async (markdown) => {
  const shown = await article(markdown);
  const { container } = render(shown);
  expect(dangersIn(container), 'in the browser').toEqual([]);
  expect(dangersIn(parsed(renderToStaticMarkup(shown))), 'from the server').toEqual([]);
  expect(dangersIn(parsed(standaloneHtml(markdown, 'https://ki.example/post/a'))), 'in a feed').toEqual([]);
  expect(container.textContent?.trim() || container.querySelector('[alt], hr'), 'its text stays').toBeTruthy();
});

test('the check detects dangerous markup', () => {
  for (const html of [
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:x">y</a>',
    '<p style="color:red">',
    '<svg/>',
  ]) {
    expect(dangersIn(parsed(html))).toHaveLength(1);
  }
});
