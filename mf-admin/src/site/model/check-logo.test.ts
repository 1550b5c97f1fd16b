import { expect, test } from 'vitest';
import { checkLogo, problemOfSvg } from './check-logo.ts';

const svg = (content: string, attributes = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
const file = (name: string, ...parts: (string | Uint8Array<ArrayBuffer>)[]) => new File(parts, name);

function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
}

test.each([
  ['a drawing', svg('<path d="M0 0h9"/>')],
  ['a gradient', svg('<linearGradient id="a"/><path fill="url(#a)"/><path fill="url(\'#a\')"/>')],
  ['a part used again', svg('<g id="a"/><use href="#a"/>')],
  ['an XML head and a style', `<?xml version="1.0"?>${svg('<style>path{fill:red}</style>')}`],
  ['a picture inside', svg('<image href="data:image/png;base64,AAAA"/>')],
  ['width and height', svg('', 'width="10" height="20"')],
])('%s is fine', (_, text) => {
  expect(problemOfSvg(text)).toBeNull();
});

test.each([
  ['a script', svg('<script>alert(1)</script>'), 'contains <script>'],
  ['a script with a prefix', svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'), 'contains <script>'],
  ['HTML inside', svg('<foreignObject/>'), 'contains <foreignobject>'],
  ['an event handler', svg('<path onload="x()"/>'), 'event handler “onload”'],
  ['a script as a link', svg('<a href="javascript:x()"/>'), 'refers to “javascript:x()”'],
  [
    'a reference to another file',
    svg('<image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://example.org/a.png"/>'),
    'refers to “https://example.org/a.png”',
  ],
  ['a fill from elsewhere', svg('<path fill="url(https://example.org/a.svg#b)"/>'), 'another file in “fill”'],
  ['an imported style', svg('<style>@import "a.css";</style>'), 'in its styles'],
  ['a style from elsewhere', svg('<style>path{fill:url(//example.org/a)}</style>'), 'in its styles'],
  ['an animated reference', svg('<a><set attributeName="href" to="javascript:x()"/></a>'), 'animates a reference'],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`, 'document type'],
  ['a style sheet', `<?xml-stylesheet href="a.css"?>${svg('')}`, '<?xml-stylesheet>'],
  ['HTML', '<html><body/></html>', 'not <svg>'],
  ['another kind of svg', '<svg viewBox="0 0 1 1"/>', 'not <svg>'],
  ['broken XML', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path></svg>', 'not a readable SVG'],
  ['text', 'Hallo', 'not a readable SVG'],
  ['nothing', '', 'not a'],
  ['no size', svg('', 'width="100%"'), 'has no size'],
])('%s is refused with a reason', (_, text, reason) => {
  expect(problemOfSvg(text)).toContain(reason);
});

test('a file becomes a data URL', async () => {
  expect(await checkLogo(file('logo.svg', svg('')))).toEqual({ url: `data:image/svg+xml;base64,${btoa(svg(''))}` });
  expect(await checkLogo(file('LOGO.PNG', png(64, 32)))).toEqual({
    url: expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/),
  });
});

test.each([
  ['another kind of file', file('logo.gif', 'GIF89a'), 'must be a PNG or an SVG'],
  ['a PNG in name only', file('logo.png', svg('')), 'not a PNG image'],
  ['an empty PNG', file('logo.png', png(0, 4)), 'no pixels'],
  ['a very large PNG', file('logo.png', png(5000, 4)), '5000 × 4 pixels'],
  ['a heavy file', file('logo.svg', svg(' '.repeat(200_001))), 'A logo has at most 200 kB'],
  ['an SVG in another encoding', file('logo.svg', new Uint8Array([0xff, 0xfe, 0x3c])), 'not in UTF-8'],
])('%s is refused with a reason', async (_, given, reason) => {
  expect(await checkLogo(given)).toEqual({ problem: expect.stringContaining(reason) });
});
