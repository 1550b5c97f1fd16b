import { HARMLESS, injections } from '@ki/shared/testing/injections.ts';
import readTexts from '@ki/shared/testing/read-injections.json' with { type: 'json' };
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readWithNotes } from '../../../../testing/file-text.ts';
import { readFileText } from '../read-file-text.ts';

const SCHEMAS = 'http://schemas.openxmlformats.org';
const OFFICE = `${SCHEMAS}/officeDocument/2006/relationships`;
const NAMES = [
  `xmlns:w="${SCHEMAS}/wordprocessingml/2006/main"`,
  `xmlns:r="${OFFICE}"`,
  `xmlns:m="${SCHEMAS}/officeDocument/2006/math"`,
  `xmlns:mc="${SCHEMAS}/markup-compatibility/2006"`,
  `xmlns:wp="${SCHEMAS}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:a="${SCHEMAS}/drawingml/2006/main"`,
  `xmlns:c="${SCHEMAS}/drawingml/2006/chart"`,
  `xmlns:dgm="${SCHEMAS}/drawingml/2006/diagram"`,
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ');

/** A document whose parts are named after the kind of their reference. */
function docxOf(body: string, parts: Readonly<Record<string, string>> = {}, change = (xml: string) => xml): File {
  const related = Object.keys(parts).map(
    (kind) => `<Relationship Id="${kind}" Type="${OFFICE}/${kind}" Target="${kind}.xml"/>`,
  );
  const roots = Object.entries(parts).map(([kind, xml]) => [`word/${kind}.xml`, xml.replace('>', ` ${NAMES}>`)]);
  const files: Record<string, string> = {
    '_rels/.rels': `<Relationships><Relationship Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships>${related.join('')}</Relationships>`,
    'word/document.xml': `<w:document ${NAMES}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(roots),
  };
  const bytes = Object.entries(files).map(([name, xml]) => [name, new TextEncoder().encode(change(xml))] as const);
  return new File([new Uint8Array(zipSync(Object.fromEntries(bytes)))], 'a.docx');
}

async function read(file: File) {
  const { text, notes } = await readWithNotes(file);
  return { text: text.trim(), notes };
}

const w = (tag: string, ...inner: string[]) => `<w:${tag}>${inner.join('')}</w:${tag.split(' ')[0]}>`;
const t = (text: string) => w('t xml:space="preserve"', text);
const r = (text: string, properties = '') => w('r', w('rPr', properties), t(text));
const p = (...runs: string[]) => w('p', ...runs);
const cell = (...texts: string[]) => w('tc', ...texts.map((text) => p(r(text))));
const table = (...rows: string[][]) => w('tbl', ...rows.map((cells) => w('tr', ...cells)));
const item = (list: number, text: string, level = 0) =>
  p(w('pPr', w('numPr', `<w:ilvl w:val="${level}"/><w:numId w:val="${list}"/>`)), r(text));
const graphic = (inner: string) =>
  w('r', w('drawing', `<wp:inline><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></wp:inline>`));
const box = (text: string) => w('txbxContent', p(r(text)));
const shape = (text: string) => graphic(`<wps:wsp><wps:txbx>${box(text)}</wps:txbx></wps:wsp>`);
const vml = (text: string, name = 'v:shape') =>
  w('r', w('pict', `<${name}><v:textbox>${box(text)}</v:textbox></${name}>`));
const either = (choice: string, fallback: string) =>
  `<mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
const mark = (type: string, data = '') => w('r', w(`fldChar w:fldCharType="${type}"`, data));
const field = (code: string, result: string, data = '') =>
  mark('begin', data) + w('r', w('instrText', code)) + mark('separate') + result + mark('end');
const LIST = w('ddList', '<w:result w:val="1"/><w:listEntry w:val="Nein"/><w:listEntry w:val="Ja"/>');
const CHOICE = w('ffData', LIST);
const BOX = w('sdtPr', '<w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>');
const WINGDINGS = '<w:rFonts w:ascii="Wingdings"/>';
const VANISH = '<w:vanish/>';
const note = (kind: 'footnote' | 'endnote', id: number, text: string) => w(`${kind} w:id="${id}"`, p(r(text)));
const noteMark = (kind: 'footnote' | 'endnote', id: number) => w('r', `<w:${kind}Reference w:id="${id}"/>`);

const m = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const e = (name: string, ...parts: string[]) => `<m:${name}>${parts.join('')}</m:${name}>`;

test.each<[string, string, string]>([
  ['breaks', p(w('r', t('Montag'), '<w:br/>', t('Dienstag'), '<w:cr/>', t('Mi'))), 'Montag\nDienstag\nMi'],
  ['a new page', p(w('r', t('eins'), '<w:br w:type="page"/>', t('zwei'))), 'eins\n\nzwei'],
  ['tabs', p(w('r', t('a'), '<w:tab/>', t('b'), '<w:ptab w:alignment="right"/>', t('c'))), 'a\tb\tc'],
  [
    'hyphens',
    p(w('r', t('E'), '<w:noBreakHyphen/>', t('Mail, Wei'), '<w:softHyphen/>', t('ter'))),
    'E\u2011Mail, Weiter',
  ],
  ['paragraphs without text', p(r('a')) + p() + p() + p(r('b')), 'a\n\nb'],
  ['cells and rows', table([cell('a', 'b'), cell('c')], [cell('d'), cell('')]), 'a b\tc\nd'],
  ['a frame of one cell', table([cell('a', 'b')]), 'a\n\nb'],
  ['a field', p(r('Seite '), w('fldSimple w:instr="PAGE"', r('7'))), 'Seite 7'],
  ['a link', p(w('hyperlink r:id="x"', r('hier')), field('HYPERLINK "https://a.example"', r('da'))), 'hierda'],
  ['a choice of a form', p(r('Ganz? '), field('FORMDROPDOWN', '', CHOICE)), 'Ganz? Ja'],
  ['a choice that is written', p(field('FORMDROPDOWN', r('Ja'), CHOICE)), 'Ja'],
  ['a box of a form', p(field('FORMCHECKBOX', '', w('ffData', w('checkBox', '<w:checked/>'))), r(' Ja')), '☒ Ja'],
  ['content controls', p(w('sdt', BOX, w('sdtContent', r('☐')))) + w('sdt', w('sdtContent', p(r('a')))), '☐\n\na'],
  ['directions', p(w('bdo w:val="rtl"', r('a')), w('dir w:val="rtl"', r('b'))), 'ab'],
  ['a reading aid', p(w('r', w('ruby', w('rt', r('とうきょう')), w('rubyBase', r('東京'))))), '東京(とうきょう)'],
  ['symbols', p(w('r', '<w:sym w:font="Wingdings" w:char="F04A"/>'), r('\uF0E8 b', WINGDINGS)), '☺🡺 b'],
  ['a change', p(w('ins', r('neu')), w('del', w('r', w('delText', 'alt')))), 'neu'],
  ['two paragraphs that a change joins', p(w('pPr', w('rPr', '<w:del/>')), r('eins ')) + p(r('zwei')), 'eins zwei'],
  ['elements without a namespace', p(w('r', t('a'), '<__proto__/><constructor/>', t('b'))), 'ab'],
  ['a formula with them', p(e('oMath', m('a'), '<__proto__/><constructor/>', m('b'))), 'ab'],
  ['a move', p(w('moveFrom', r('Wort'))) + p(w('moveTo', r('Wort'))), 'Wort'],
  ['a text box of DrawingML', p(r('a'), shape('Kasten')), 'a\n\nKasten'],
  ['a text box that is there twice', p(r('a'), either(shape('Kasten'), vml('Kasten'))), 'a\n\nKasten'],
  ['a text box of VML', p(r('a'), vml('rund', 'v:oval'), vml('eckig')), 'a\n\nrund\n\neckig'],
  ['word art', p(r('a'), w('r', w('pict', '<v:shape><v:textpath string="b"/></v:shape>'))), 'a\n\nb'],
  ['a sign that only a fallback has', p(w('r', either('', t('😀')))), '😀'],
])('%s: as printed', async (_, body, text) => {
  expect(await read(docxOf(body))).toEqual({ text, notes: '' });
});

const SUM = '<m:naryPr><m:chr m:val="∑"/></m:naryPr>';
const BRACKETS = '<m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>';

test.each<[string, string]>([
  ['(a+b)/2', e('f', e('num', m('a+b')), e('den', m('2')))],
  ['x^2+1', e('sSup', e('e', m('x')), e('sup', m('2'))) + m('+1')],
  ['a_(n+1)', e('sSub', e('e', m('a')), e('sub', m('n+1')))],
  ['√[3]x', e('rad', e('deg', m('3')), e('e', m('x')))],
  ['∑_(i=1)^n i', e('nary', SUM, e('sub', m('i=1')), e('sup', m('n')), e('e', m('i')))],
  ['[a]', e('d', BRACKETS, e('e', m('a')))],
  ['[1, 0; 0, 1]', e('m', e('mr', e('e', m('1')), e('e', m('0'))), e('mr', e('e', m('0')), e('e', m('1'))))],
])('a formula keeps its structure: %s', async (text, formula) => {
  expect((await read(docxOf(p(r('So '), e('oMathPara', e('oMath', formula)))))).text).toBe(`So ${text}`);
});

test('a formula is read in time however deep its roots are', async () => {
  const nested = Array.from({ length: 40 }).reduce<string>(
    (inner) => e('rad', e('deg', inner), e('e', m('x'))),
    m('n'),
  );
  const text = `${'√['.repeat(40)}n${']x'.repeat(40)}`;
  expect((await read(docxOf(p(e('oMath', nested))))).text).toBe(text);
});

test('references and branches are read in time however long and deep they are', async () => {
  const long = 'a'.repeat(100_000);
  const rels = `<Relationships><Relationship Id="a" Type="${long}!" Target="${long}"/></Relationships>`;
  const pictures = graphic('<a:blip/>').repeat(3);
  const nested = Array.from({ length: 1_000 }).reduce<string>((inner) => either(pictures + inner, ''), r('Tief'));
  const file = docxOf(p(nested), {}, (xml) => (xml.startsWith('<Relationships></') ? rels : xml));
  expect(await read(file)).toEqual({ text: 'Tief', notes: 'Left out: 3000 pictures.' });
});

test('lists count as Word does: on after an interruption, anew where the document says so', async () => {
  const level = (depth: number, format: string) => w(`lvl w:ilvl="${depth}"`, `<w:numFmt w:val="${format}"/>`);
  const numbering = w(
    'numbering',
    w('abstractNum w:abstractNumId="5"', level(0, 'decimal'), level(1, 'bullet')),
    w('num w:numId="1"', '<w:abstractNumId w:val="5"/>'),
    w('num w:numId="2"', '<w:abstractNumId w:val="5"/>', w('lvlOverride w:ilvl="0"', '<w:startOverride w:val="1"/>')),
  );
  const body = item(1, 'a') + item(1, 'b', 1) + p(r('Zwischen')) + item(1, 'c') + item(2, 'd');
  expect((await read(docxOf(body, { numbering }))).text).toBe('1. a\n\n  - b\n\nZwischen\n\n2. c\n\n1. d');
});

test('notes follow the text with the number of their reference, and those without one as well', async () => {
  const separator = w('footnote w:id="0" w:type="separator"', p(r('—')));
  const footnotes = w('footnotes', separator, note('footnote', 1, 'Ohne'), note('footnote', 2, 'Fuss'));
  const endnotes = w('endnotes', note('endnote', 2, 'Ende'));
  const body = p(r('a'), noteMark('endnote', 2), r('b'), noteMark('footnote', 2));
  expect((await read(docxOf(body, { footnotes, endnotes }))).text).toBe('a[1]b[2]\n\n[1] Ende\n\n[2] Fuss\n\nOhne');
});

const MARK = '<w:footnoteReference w:id="1"/>';

test.each([
  ['hidden', w('r', w('rPr', VANISH), MARK), 'Left out: hidden text.'],
  ['deleted', w('del', w('r', MARK)), ''],
])('a note whose reference is %s is not read', async (_, removed, notes) => {
  const footnotes = w('footnotes', note('footnote', 1, 'weg'), note('footnote', 2, 'Fuss'));
  const body = p(removed, r('a'), noteMark('footnote', 2));
  expect(await read(docxOf(body, { footnotes }))).toEqual({ text: 'a[1]\n\n[1] Fuss', notes });
});

test('headers and footers that print are there once', async () => {
  const reference = (kind: string, id: string, type: string) => `<w:${kind}Reference w:type="${type}" r:id="${id}"/>`;
  const both = reference('header', 'header', 'default') + reference('footer', 'footer', 'default');
  const first = reference('header', 'glossary', 'first');
  const parts = { header: w('hdr', p(r('Kopf'))), footer: w('ftr', p(r('Fuss'))), glossary: w('hdr', p(r('Erste'))) };
  const text = async (end: string) =>
    (await read(docxOf(p(w('pPr', w('sectPr', both)), r('Text')) + w('sectPr', both, first, end), parts))).text;
  expect(await text('')).toBe('Kopf\n\nText\n\nFuss');
  expect(await text('<w:titlePg/>')).toContain('Erste');
});

const STYLES = w(
  'styles',
  w('style w:styleId="Geheim" w:type="character"', w('rPr', VANISH)),
  w('style w:styleId="Erbe" w:type="paragraph"', '<w:basedOn w:val="Geheim"/>'),
);

test.each<[string, string]>([
  ['its run', r('geheim', VANISH)],
  ['the style of its letters', r('geheim', '<w:rStyle w:val="Geheim"/>')],
  ['the style of its paragraph', w('pPr', '<w:pStyle w:val="Erbe"/>') + r('geheim')],
])('text that is hidden by %s is not read', async (_, hidden) => {
  const row = table([w('trPr', '<w:hidden/>'), cell('geheim')]);
  const shown = r('sichtbar', '<w:rStyle w:val="Geheim"/><w:vanish w:val="0"/>');
  expect(await read(docxOf(p(hidden) + row + p(shown), { styles: STYLES }))).toEqual({
    text: 'sichtbar',
    notes: 'Left out: hidden text.',
  });
});

test.each<[string, string]>([
  ['1 picture', graphic('<a:blip r:embed="x"/>')],
  ['2 pictures', w('r', w('pict', '<v:shape><v:imagedata r:id="x"/></v:shape>')) + graphic('<a:blip/>')],
  ['1 picture', graphic(`<wps:wsp><wps:txbx>${w('txbxContent', p(graphic('<a:blip/>')))}</wps:txbx></wps:wsp>`)],
  ['1 chart', graphic('<c:chart r:id="x"/>')],
  ['1 diagram', graphic('<dgm:relIds r:dm="x"/>')],
  ['1 embedded object', w('r', w('object', '<v:shape><v:imagedata/></v:shape><o:OLEObject ProgID="Excel.Sheet.12"/>'))],
  ['1 formula', w('r', w('object', '<o:OLEObject ProgID="Equation.3"/>'))],
  ['1 formula', field(' EQ \\f(1;2)', '')],
  ['symbols', '<w:r><w:sym w:font="Hausschrift" w:char="F041"/></w:r>'],
  ['1 comment', '<w:r><w:commentReference w:id="1"/></w:r>'],
  ['1 included document', '</w:p><w:altChunk r:id="x"/><w:p>'],
])('what is no text is said: %s', async (leftOut, run) => {
  expect(await read(docxOf(p(r('Text'), run)))).toEqual({ text: 'Text', notes: `Left out: ${leftOut}.` });
});

test.each<[string, (xml: string) => string]>([
  [
    'the strict variant',
    (xml) => xml.replace(/http:\/\/schemas\.openxmlformats\.org\/(\w+)\/2006\//g, 'http://purl.oclc.org/ooxml/$1/'),
  ],
  ['other prefixes', (xml) => xml.replace(/\bw:|(?<=xmlns:)w(?==)/g, (found) => found.replace('w', 'ns0'))],
  ['a mark of the byte order', (xml) => `\uFEFF${xml}`],
])('%s is read alike', async (_, change) => {
  const footnotes = w('footnotes', note('footnote', 1, 'Fuss'));
  const body = p(r('a'), w('r', '<w:br/>'), shape('Kasten'), noteMark('footnote', 1));
  expect((await read(docxOf(body, { footnotes }, change))).text).toBe('a\n[1]\n\nKasten\n\n[1] Fuss');
});

const readInjections: Readonly<Record<string, string>> = readTexts;

test.each(injections.filter(({ place }) => place === 'docx'))(
  'the injection “$name” is read as printed',
  async ({ name, text }) => {
    expect(await readFileText(docxOf(p(r(HARMLESS)) + text))).toBe(readInjections[name]);
  },
);
