import { expect, test } from 'vitest';
import { readWithNotes } from '../../../../testing/file-text.ts';

interface Parts {
  readonly annotations?: readonly string[];
  readonly catalog?: string;
  readonly resources?: string;
  /** From number 10 on. */
  readonly objects?: readonly string[];
}

const stream = (content: string, entries = '') =>
  `<<${entries}/Length ${content.length}>>stream\n${content}\nendstream`;

/** A PDF with a page for each content stream; the annotations are on the first. */
function pdfOf(
  contents: readonly string[],
  { annotations = [], catalog = '', resources = '', objects = [] }: Parts = {},
) {
  const first = 10 + objects.length;
  const pages = contents.flatMap((content, index) => [
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R/C 4 0 R>>${resources}>>` +
      `/Contents ${first + 2 * index + 1} 0 R/Annots[${index === 0 ? annotations.join('') : ''}]>>`,
    stream(content),
  ]);
  const kids = contents.map((_, index) => `${first + 2 * index} 0 R`);
  const fixed = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type0/BaseFont/Ryumin/Encoding/90ms-RKSJ-H/DescendantFonts[5 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)>>>>',
  ].map((body, index): [number, string] => [index + 1, body]);
  const bodies = [...fixed, ...[...objects, ...pages].map((body, index): [number, string] => [index + 10, body])];
  const text = bodies.map(([number, body]) => `${number} 0 obj ${body}\nendobj\n`).join('');
  const file = `%PDF-1.7\n${text}trailer<</Root 1 0 R/Size ${first + pages.length}>>\n%%EOF`;
  return new File([Uint8Array.from(file, (letter) => letter.charCodeAt(0))], 'a.pdf');
}

const write = (text: string, y = 700, before = '') => `BT ${before} /F 11 Tf 50 ${y} Td (${text}) Tj ET\n`;

const drawing = (content: string, entries: string) =>
  stream(content, `/Type/XObject/Subtype/Form${entries}/Resources<</Font<</F 3 0 R>>>>`);
/** Letters from A on that a font maps to others, from `first` on. */
const mapTo = (first: string) =>
  stream(`1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <41> <5A> <${first}> endbfrange`);
const MAPPED = '<</Type/Font/Subtype/Type1/BaseFont/X/ToUnicode 10 0 R>>';

const annotation = (entries: string, flags = 4) => `<</Type/Annot/Rect[0 0 90 20]/F ${flags}${entries}>>`;
const widget = (entries: string, flags = 4) => annotation(`/Subtype/Widget${entries}`, flags);
const note = (entries: string) => annotation(`${entries}/AP<</N 10 0 R>>`);
const text = (name: string, value: string) => `/FT/Tx/T(${name})/V(${value})`;
const OPTIONS = '/Opt[[(zh)(Z\\374rich)][(be)(Bern)]]';
const BUTTON = '/AS/an/AP<</N<</an 10 0 R/Off 10 0 R>>>>';

test.each<[string, string, string]>([
  ['a text', widget(text('antwort', 'Gneisblatt')), 'antwort: Gneisblatt'],
  ['a label for people', widget(`${text('f1_01', 'Ada')}/TU(Vorname)`), 'Vorname: Ada'],
  ['lines', widget(`${text('a', 'eins\\ndrei')}/Ff 4096`), 'a: eins\ndrei'],
  ['a choice by its name', widget(`/FT/Ch/T(Ort)/V(zh)${OPTIONS}`), 'Ort: Zürich'],
  ['several choices', widget(`/FT/Ch/Ff 2097152/T(Orte)/V[(zh)(be)]${OPTIONS}`), 'Orte: Zürich, Bern'],
  ['a ticked box', widget(`/FT/Btn/T(Ja bitte)/V/an${BUTTON}`), '☒ Ja bitte: an'],
  ['a box that is not', widget(`/FT/Btn/T(Nein)/V/Off${BUTTON.replace('/AS/an', '/AS/Off')}`), ''],
  ['a password', widget(`${text('p', 'geheim')}/Ff 8192`), ''],
  ['a hidden field', widget(text('h', 'geheim'), 2), ''],
  ['a field of the screen', widget(text('s', 'sichtbar'), 0), 's: sichtbar'],
  ['a field that only prints', widget(text('d', 'druckt'), 36), 'd: druckt'],
  ['a field that does neither', widget(text('n', 'geheim'), 32), ''],
  ['a note on the page', note('/Subtype/FreeText/Contents(Notiz)/DA(/F 9 Tf)'), 'Notiz'],
])('forms: %s', async (_, field, value) => {
  const fields = '/AcroForm<</Fields[11 0 R]>>';
  const objects = [stream('', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'), field];
  const file = pdfOf([write('Antwort:')], { annotations: ['11 0 R'], catalog: fields, objects });
  expect(await readWithNotes(file)).toEqual({ text: value ? `Antwort:\n${value}` : 'Antwort:', notes: '' });
});

test('the appearance of a field counts where it has no value', async () => {
  const look = drawing('BT /F 9 Tf (gesehen) Tj ET', '/BBox[0 0 90 20]');
  const objects = [look, widget('/FT/Tx/T(a)/DA(/F 9 Tf)/AP<</N 10 0 R>>')];
  const file = pdfOf([write('A')], { annotations: ['11 0 R'], catalog: '/AcroForm<</Fields[11 0 R]>>', objects });
  expect((await readWithNotes(file)).text).toBe('A\na: gesehen');
});

test.each([
  ['comment', '/Subtype/Text/Contents(Bitte ändern)'],
  ['attached file', '/Subtype/FileAttachment/FS<</Type/Filespec/F(a.txt)/EF<</F 10 0 R>>>>'],
])('a %s is left out', async (kind, entries) => {
  const file = pdfOf([write('Text')], { annotations: [annotation(entries)], objects: [stream('a')] });
  expect(await readWithNotes(file)).toEqual({ text: 'Text', notes: `Left out: 1 ${kind}.` });
});

const LAYERS = '/OCProperties<</OCGs[11 0 R 12 0 R]/D<</OFF[11 0 R]>>>>';
const layer = (name: string) => `<</Type/OCG/Name(${name})>>`;

test.each<[string, string]>([
  ['marked content', `/OC /off BDC ${write('geheim')} EMC`],
  ['marked content within another', `/Span BMC /OC /off BDC /OC /on BDC ${write('geheim')} EMC EMC EMC`],
  ['a form', '/Geheim Do'],
])('a layer that is off is not read: %s', async (_, hidden) => {
  const resources = '/Properties<</off 11 0 R/on 12 0 R>>/XObject<</Geheim 10 0 R>>';
  const form = drawing(write('geheim'), '/BBox[0 0 600 800]/OC 11 0 R');
  const content = `${write('vorn', 750)}${hidden}\n/OC /on BDC ${write('Blatt', 650)} EMC ${write('geheim', 600)}`;
  const file = pdfOf([content], { catalog: LAYERS, resources, objects: [form, layer('aus'), layer('an')] });
  const { text: found, notes } = await readWithNotes(file);
  expect(found.match(/\w+/g)).toEqual(['vorn', 'Blatt', 'geheim']);
  expect(notes).toBe('Left out: hidden layers.');
});

test('text of a hidden layer is not read where its letters are turned round', async () => {
  const hebrew = (letters: string, y: number) => `BT /H 11 Tf 50 ${y} Td (${letters}) Tj ET\n`;
  const content = `${hebrew('CBA', 750)}/OC /off BDC ${hebrew('GFED', 700)}${hebrew('KJ 12 IH', 650)} EMC\n${hebrew('OPQ', 600)}`;
  const resources = '/Properties<</off 11 0 R>>/Font<</H 12 0 R>>';
  const catalog = '/OCProperties<</OCGs[11 0 R]/D<</OFF[11 0 R]>>>>';
  const file = pdfOf([content], { catalog, resources, objects: [mapTo('05D0'), layer('aus'), MAPPED] });
  const { text: found, notes } = await readWithNotes(file);
  expect(found.match(/\p{L}+/gu)).toEqual(['\u05D0\u05D1\u05D2', '\u05E0\u05DF\u05DE']);
  expect(notes).toBe('Left out: hidden layers.');
});

test('the text below a scan is read, and pages without any are counted', async () => {
  const file = pdfOf([write('Unter dem Bild', 700, '3 Tr'), '0 0 9 9 re f', '']);
  expect(await readWithNotes(file)).toEqual({
    text: 'Unter dem Bild\n\n',
    notes: '2 of 3 pages have no text. A scan must be turned into text first.',
  });
});

test('fonts whose letters nobody knows are said', async () => {
  const file = pdfOf([`${write('A')}BT /C 11 Tf 50 600 Td <82A0> Tj ET`]);
  expect((await readWithNotes(file)).notes).toBe(
    'Its Chinese, Japanese or Korean fonts cannot be read, so that text may be missing.',
  );
  const unnamed = { resources: '/Font<</F 11 0 R>>', objects: [mapTo('E041'), MAPPED] };
  expect((await readWithNotes(pdfOf([write('GEHEIM')], unnamed))).notes).toBe(
    '1 of 1 pages have letters that their font does not name: they are not readable.',
  );
});

const XFA = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">
<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="f" layout="tb">
<pageSet><pageArea><contentArea x="0" y="0" w="500pt" h="700pt"/><medium short="500pt" long="700pt"/></pageArea></pageSet>
<draw w="90pt" h="9pt"><value><text>Frage</text></value></draw>
<field name="a" w="90pt" h="9pt"><ui><textEdit/></ui></field>
<field name="b" w="90pt" h="9pt" presence="hidden"><ui><textEdit/></ui></field>
</subform></template>
<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><f><a>Gneisblatt</a><b>geheim</b></f></xfa:data></xfa:datasets>
</xdp:xdp>`;

test('a form in XFA is read with its values', async () => {
  const catalog = '/NeedsRendering true/AcroForm<</Fields[]/XFA 10 0 R>>';
  const file = pdfOf([write('Please wait')], { catalog, objects: [stream(XFA)] });
  expect((await readWithNotes(file)).text.match(/\w+/g)).toEqual(['Frage', 'Gneisblatt']);
});
