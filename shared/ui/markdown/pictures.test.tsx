import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import type { ReadCopies } from '../../contract/pictures.ts';
import { Markdown } from './markdown.tsx';
import { prepareText } from './prepare-text.ts';
import { PreparedPart } from './prepared-text.tsx';

const COPY = { src: '/_pictures/0.png', width: 3, height: 2 };

/** HTML as a loader prepares it, and the addresses whose copies it asked for. */
async function shown(source: string, copies: Readonly<Record<string, typeof COPY>> = {}) {
  const asked: string[] = [];
  const read: ReadCopies = async (addresses) => {
    asked.push(...addresses);
    return new Map(Object.entries(copies));
  };
  const { parts } = await prepareText(source, read);
  vi.unstubAllGlobals();
  return { html: parts.map((part) => part && renderToStaticMarkup(<PreparedPart part={part} />)).join(''), asked };
}

/** For the next text. */
const onServer = () => vi.stubGlobal('document', undefined);

const A = 'https://bilder.example/a.png';

describe.each(['server', 'browser'])('in a %s', (where) => {
  test('a picture of another host is its copy, with its size', async () => {
    if (where === 'server') onServer();
    const { html, asked } = await shown(`![Bild](${A} "Titel")`, { [A]: COPY });
    expect(asked).toEqual([A]);
    expect(html).toContain('<img src="/_pictures/0.png" alt="Bild" title="Titel" width="3" height="2" loading="lazy"');
    expect(html).not.toContain('bilder.example');
  });

  test('without a copy it is a link with its alternative text, or its address', async () => {
    if (where === 'server') onServer();
    const { html } = await shown(`![Bild](${A}) ![](${A})`);
    expect(html).not.toContain('<img');
    expect(html).toContain(`<a href="${A}" rel="noopener noreferrer">Bild</a>`);
    expect(html).toContain(`<a href="${A}" rel="noopener noreferrer">${A}</a>`);
  });
});

test('a linked picture without a copy is the text of that link', async () => {
  const { html } = await shown(`[![Bild](${A})](/seite)`);
  expect(html).toContain('<a href="/seite"><span>Bild</span></a>');
});

test('a copy that appears later replaces the link of the same text', async () => {
  for (const [copies, expected] of [
    [{}, '<a href'],
    [{ [A]: COPY }, '<img'],
    [{}, '<a href'],
  ] as const) {
    onServer();
    expect((await shown(`![Später](${A})`, copies)).html).toContain(expected);
  }
});

test.each(['/a.png', 'a.png', '#a', 'data:image/png;base64,AA', '/\\\\bilder.example/a.png', 'mailto:a@b'])(
  'no copy is asked for %s',
  async (address) => {
    const { html, asked } = await shown(`![Bild](${address})`);
    expect(asked).toEqual([]);
    expect(html).not.toContain('<a');
  },
);

test.each([
  A,
  'HTTPS://bilder.example/a.png',
  '//bilder.example/a.png',
  'https:/bilder.example/a.png',
  'http:/bilder.example/a.png',
  'https:bilder.example/a.png',
  '///bilder.example/a.png',
  'https://bilder.example:8443/a.png',
])('no picture is shown from %s', async (address) => {
  const { html, asked } = await shown(`![Bild](${address})`);
  expect(asked).toEqual([address]);
  expect(html).not.toContain('<img');
});

test('a text without pictures asks for no copies', async () => {
  expect((await shown(`[Verweis](${A}) und \`![Bild](${A})\``)).asked).toEqual([]);
});

test('a preview shows links', () => {
  expect(renderToStaticMarkup(<Markdown source={`![Bild](${A})`} />)).toContain(`<a href="${A}"`);
});
