import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { libraryAddress, type ReadCopies, type ShownPicture } from '../../contract/pictures.ts';
import { Markdown } from './markdown.tsx';
import { prepareText } from './prepare-text.ts';
import { PreparedPart } from './prepared-text.tsx';

const COPY = { src: '/_pictures/0.png', width: 3, height: 2 };

/** HTML as a loader prepares it, and the addresses whose copies it asked for. */
async function shown(source: string, copies: Readonly<Record<string, ShownPicture>> = {}) {
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

const L = libraryAddress('01234567-89ab-4cde-8f01-23456789abcd');
const LIBRARY: ShownPicture = {
  src: '/_pictures/w.webp',
  width: 1600,
  height: 900,
  alt: 'Eine Gruppe am Tisch',
  isDecorative: false,
  focus: { x: 0.5, y: 0.5 },
  sources: [
    { type: 'image/avif', srcset: '/_pictures/a.avif 320w, /_pictures/b.avif 640w' },
    { type: 'image/webp', srcset: '/_pictures/w.webp 640w' },
  ],
};

const A = 'https://bilder.example/a.png';

const SIZES =
  /<picture><source type="image\/avif" srcSet="\/_pictures\/a.avif 320w, \/_pictures\/b.avif 640w" sizes="[^"]+"\/><source type="image\/webp"/;

describe.each([
  ['server', onServer],
  ['browser', () => undefined],
])('in a %s', (_where, begin) => {
  test('a picture of another host is its copy, with its size', async () => {
    begin();
    const { html, asked } = await shown(`![Bild](${A} "Titel")`, { [A]: COPY });
    expect(asked).toEqual([A]);
    expect(html).toContain('<img src="/_pictures/0.png" alt="Bild" title="Titel" width="3" height="2" loading="lazy"');
    expect(html).not.toContain('bilder.example');
  });

  test('without a copy it is a link with its alternative text, or its address', async () => {
    begin();
    const { html } = await shown(`![Bild](${A}) ![](${A})`);
    expect(html).not.toContain('<img');
    for (const text of ['Bild', A]) expect(html).toContain(`<a href="${A}" rel="noopener noreferrer">${text}</a>`);
  });

  test('a picture of the library is its sizes, with its measures; a deleted one is its alternative text', async () => {
    begin();
    const { html, asked } = await shown(`Davor\n\n![Am Tisch](${L})`, { [L]: LIBRARY });
    expect(asked).toEqual([L]);
    expect(html).toMatch(SIZES);
    expect(html).toContain('<img src="/_pictures/w.webp" alt="Am Tisch" width="1600" height="900" loading="lazy"');
    begin();
    expect((await shown(`Vor ![Am Tisch](${L}) nach.`)).html).toContain('<p>Vor <span>Am Tisch</span> nach.</p>');
  });
});

test.each([
  ['', {}, 'Eine Gruppe am Tisch'],
  ['', { isDecorative: true }, ''],
  ['Eigener Text', { isDecorative: true }, 'Eigener Text'],
])('with the text %j and %j the alternative text is %j', async (text, more, expected) => {
  const { html } = await shown(`![${text}](${L})`, { [L]: { ...LIBRARY, ...more } });
  expect(html).toContain(`alt="${expected}"`);
});

test('only the picture that begins a text is fetched before the layout', async () => {
  const { html } = await shown(`![Erstes](${L})\n\n![Zweites](${L})`, { [L]: LIBRARY });
  expect(html).toMatch(/alt="Erstes"[^>]+loading="eager"/);
  expect(html).toMatch(/alt="Zweites"[^>]+loading="lazy"/);
});

test('a picture without sizes is shown at its own address', async () => {
  const { html } = await shown(`![](${L})`, { [L]: { src: L, alt: 'Bild', sources: [] } });
  expect(html).not.toContain('<picture');
  expect(html).toContain(`<img src="${L}" alt="Bild"`);
});

test('a linked picture without a copy is the text of that link', async () => {
  const { html } = await shown(`[![Bild](${A})](/seite)`);
  expect(html).toContain('<a href="/seite"><span>Bild</span></a>');
});

test('a copy that appears later replaces the link of the same text', async () => {
  for (const copies of [{}, { [A]: COPY }, {}] as Record<string, ShownPicture>[]) {
    onServer();
    expect((await shown(`![Später](${A})`, copies)).html).toContain(A in copies ? '<img' : '<a href');
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

test('a text without pictures asks for no copies, and a preview shows links', async () => {
  expect((await shown(`[Verweis](${A}) und \`![Bild](${A})\``)).asked).toEqual([]);
  expect(renderToStaticMarkup(<Markdown source={`![Bild](${A})`} />)).toContain(`<a href="${A}"`);
});
