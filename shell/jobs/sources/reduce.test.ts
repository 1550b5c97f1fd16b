import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { HARMLESS, injections } from '@ki/shared/testing/injections.ts';
import readTexts from '@ki/shared/testing/read-injections.json' with { type: 'json' };
import { describe, expect, test, vi } from 'vitest';
import { reduce } from './reduce.ts';
import { textOf } from './text-of.ts';

// A process takes a while where others have the processor.
vi.setConfig({ testTimeout: 60_000 });

const HTML = 'text/html; charset=utf-8';
const reduced = (text: string | Buffer, contentType = HTML) => textOf(Buffer.from(text as string), contentType);
/** In the sandbox, as the reader of sources has it. */
const inSandbox = (text: string | Buffer, contentType = HTML, withinMs?: number) =>
  reduce({ bytes: Buffer.from(text as string), contentType }, withinMs);

const SEEN = 'Die Studie hat 120 Personen befragt.';

describe('a page', () => {
  test.each([
    ['a script', '<script>document.write("Geheim")</script>'],
    ['a style', '<style>p::after { content: "Geheim" }</style>'],
    ['a template', '<template><p>Geheim</p></template>'],
    ['a text without scripts', '<noscript>Geheim</noscript>'],
    ['a comment', '<!-- Geheim -->'],
    ['a comment that is not closed', '<!-- Geheim'],
    ['an attribute', '<img alt="Geheim" title="Geheim" src="x">'],
    ['a hidden element', '<div hidden><p>Geheim</p></div>'],
    ['an element hidden from readers', '<p aria-hidden="true">Geheim</p>'],
    ['no display', '<p style="color: red; DISPLAY : none !important">Geheim</p>'],
    ['no display by escapes', String.raw`<p style="di\73play: no\6e e">Geheim</p>`],
    ['no display by comments', '<p style="display:/**/none">Geheim</p>'],
    ['no visibility', '<p style="visibility:hidden">Geheim</p>'],
    ['letters without a size', '<p style="font-size: 0px">Geheim</p>'],
    ['letters without a size, more exactly', '<p style="font-size:0.0em">Geheim</p>'],
    ['no opacity', '<p style="opacity:0">Geheim</p>'],
    ['a place far left', '<p style="position:absolute;left:-9999px">Geheim</p>'],
    ['a box of a pixel', '<p style="overflow:hidden;height:1px">Geheim</p>'],
    ['a transparent colour', '<p style="color:transparent">Geheim</p>'],
    ['a closed dialog', '<dialog>Geheim</dialog>'],
    ['a field', '<textarea>Geheim</textarea><input value="Geheim"><select><option>Geheim</option></select>'],
    ['SVG', '<svg><text>Geheim</text></svg>'],
    ['a title', '<title>Geheim</title>'],
  ])('is reduced to what is seen: %s is not', async (_what, part) => {
    expect(await reduced(`<!doctype html><body><p>${SEEN}</p>${part}`)).toBe(SEEN);
  });

  test.each([
    ['opacity of a half', '<p style="opacity:0.5">Auch</p>'],
    ['small letters', '<p style="font-size:0.8em">Auch</p>'],
    ['a hidden attribute of no element', '<p data-hidden="1">Auch</p>'],
    ['an open dialog', '<dialog open>Auch</dialog>'],
    ['details', '<details><summary>Auch</summary></details>'],
  ])('keeps %s', async (_what, part) => {
    expect(await reduced(`<p>${SEEN}</p>${part}`)).toBe(`${SEEN}\n\nAuch`);
  });

  test('is paragraphs, lines and cells', async () => {
    const page =
      '<h1>Titel</h1>\n<p>Ein <b>fetter</b>\n  Satz.<br>Zeile</p><table><tr><td>a<td>b</table><pre>x\n y</pre>';
    expect(await reduced(page)).toBe('Titel\n\nEin fetter Satz.\nZeile\n\na b\n\nx\ny');
  });

  test('has no hidden characters, and letters of one form', async () => {
    const hidden = '\u200b\u202e\u2066\u00ad\ufeff\u{e0041}\u{e0042}\u{e0100}\u2063';
    expect(await reduced(`<p>Gro\u0308${hidden}sse 👩\u200d🏫</p>`)).toBe('Grösse 👩\u200d🏫');
  });

  test.each([
    ['by its header', Buffer.from('Größe', 'latin1'), 'text/html; charset=ISO-8859-1'],
    ['by itself', Buffer.from('<meta charset="windows-1252">Größe', 'latin1'), 'text/html'],
    ['by a mark', Buffer.from('\ufeffGröße', 'utf16le'), 'text/html; charset=utf-8'],
    ['of UTF-8 without saying so', Buffer.from('Größe'), 'text/html; charset=nonsense'],
    ['of Windows-1252 without saying so', Buffer.from('Größe', 'latin1'), 'text/plain'],
  ])('is decoded %s', async (_how, bytes, type) => {
    expect(await reduced(bytes, type)).toBe('Größe');
  });

  test('is cut after 200,000 characters', async () => {
    expect(await reduced('<p>abcdefghij'.repeat(25_000))).toHaveLength(200_000);
  });
});

test('a text stays as it is', async () => {
  expect(await reduced('# Titel\r\n\r\n**Fett** <b>', 'text/markdown')).toBe('# Titel\n\n**Fett** <b>');
});

/** A PDF of one page with this content. */
function pdfOf(content: Buffer, filter = ''): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ].map((body, index) => `${index + 1} 0 obj${body}endobj\n`);
  return Buffer.concat([
    Buffer.from(`%PDF-1.4\n${objects.join('')}5 0 obj<<${filter}/Length ${content.length}>>stream\n`),
    content,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R/Size 6>>\n%%EOF'),
  ]);
}

const fixture = (name: string) =>
  readFileSync(new URL(`../../../mf-admin/src/workflows/model/file-text/fixtures/${name}`, import.meta.url));

describe('a PDF', () => {
  test('is read', async () => {
    expect(await inSandbox(fixture('umlaute.pdf'), 'application/pdf')).toContain('Übungen für Gespräche über KI');
  });

  test.each([
    ['an encrypted one', () => fixture('verschluesselt.pdf'), 'This PDF is encrypted.'],
    ['a page by its type', () => Buffer.from('<p>a'), 'This is no PDF, or it is damaged.'],
    ['a half', () => fixture('umlaute.pdf').subarray(0, 900), 'This is no PDF, or it is damaged.'],
  ])('%s is not', async (_what, bytes, message) => {
    await expect(reduced(bytes(), 'application/pdf')).rejects.toThrow(message);
  });

  test('whose page unpacks to 500 MB ends with its process', async () => {
    const bomb = pdfOf(deflateSync(Buffer.alloc(500_000_000, '(a) Tj '), { level: 1 }), '/Filter/FlateDecode');
    expect(bomb.length).toBeLessThan(4_000_000);
    await expect(inSandbox(bomb, 'application/pdf')).rejects.toThrow(/Its text|damaged|no text/);
  });
});

test.each([
  ['a picture', 'a', 'image/png', 'It is image/png; expected a page, a text or a PDF.'],
  ['a program', 'a', 'application/javascript', 'It is application/javascript; expected a page, a text or a PDF.'],
  ['what has no type', 'a', '', 'It is of no type; expected a page, a text or a PDF.'],
  ['a page without text', '<div id="root"></div><script src="app.js"></script>', HTML, 'It has no text.'],
  ['bytes that are called a text', '\0\0\0', 'text/plain', 'This is not a text.'],
])('%s is no source', async (_what, text, type, message) => {
  await expect(reduced(text, type)).rejects.toThrow(message);
});

test.each([
  ['what is no source says so', '\0\0\0', 'text/plain', 'This is not a text.', undefined],
  ['what takes too long is ended', '<p>a'.repeat(400_000), HTML, 'Its text took more than 0.001 s.', 1],
  [
    'what takes too much memory is ended',
    '<div>'.repeat(400_000),
    HTML,
    'Its text takes too much memory or is broken.',
    undefined,
  ],
])('in the sandbox %s', async (_what, text, type, message, withinMs) => {
  await expect(inSandbox(text, type, withinMs)).rejects.toThrow(message);
});

describe('an injection', () => {
  const texts: Readonly<Record<string, string>> = readTexts;
  const pdfWith = (text: string) => {
    const lines = text.split('\n').map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj 0 -14 Td`);
    return pdfOf(Buffer.from(`BT /F1 11 Tf 50 700 Td ${lines.join(' ')} ET`, 'latin1'));
  };

  test.each(injections.filter(({ place }) => place === 'page'))('in a page: $name', async ({ name, text }) => {
    const page = `<!doctype html><meta charset="utf-8"><p>${HARMLESS}</p>${text}`;
    expect(await reduced(page, 'text/html')).toBe(texts[name]);
  });

  test.each(injections.filter(({ place }) => place === 'pdf'))('in a PDF: $name', async ({ name, text }) => {
    expect(await reduced(pdfWith(`${HARMLESS}\n${text}`), 'application/pdf')).toBe(texts[name]);
  });
});
