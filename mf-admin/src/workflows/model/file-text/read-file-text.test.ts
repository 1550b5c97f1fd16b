import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readFileText } from './read-file-text.ts';

// pdf.js creates a DOMMatrix when it loads, although only drawing needs it.
Object.assign(globalThis, { DOMMatrix: globalThis.DOMMatrix ?? class {} });

async function fixture(name: string, as = name): Promise<File> {
  return new File([await readFile(fileURLToPath(new URL(`fixtures/${name}`, import.meta.url)))], as);
}

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string) => bytes([...text].join('\0'));
const zip = (name: string) => zipSync({ [name]: bytes('<a/>') }) as Uint8Array<ArrayBuffer>;
const ONE = '1 character could not be read; “\uFFFD” is in its place.';

describe('a readable file', () => {
  test.for(['umlaute.pdf', 'umlaute.docx', 'umlaute.doc'])('%s keeps its umlauts', async (name) => {
    const text = await readFileText(await fixture(name));
    expect(text).toContain('Übungen für Gespräche über KI');
    expect(text).toContain('Größere Gruppen prüfen Quellen gemeinsam: „Wer hat das geschrieben?“ – und wozu?');
    expect(text).toContain('é, ß und €');
  });

  test.each<[string, string, BlobPart, string, string[]]>([
    [
      'Markdown with its front matter',
      'a.md',
      '---\ntitle: Größe\n---\n\n<!-- Notiz -->Text',
      '---\ntitle: Größe\n---\n\n<!-- Notiz -->Text',
      [],
    ],
    [
      'Windows-1252',
      'A.TXT',
      bytes('Gr\xf6\xdfe'),
      'Größe',
      ['The file was read as Windows-1252. Please look at umlauts.'],
    ],
    ['UTF-16', 'a.txt', bytes('\xff\xfe\xfc\0'), 'ü', []],
    [
      'UTF-8 with a wrong byte',
      'a.txt',
      bytes('\xc3\x9cbung f\xc3\xbcr alle. \x96 Gr\xc3\xb6\xc3\x9fe.'),
      'Übung für alle. \uFFFD Größe.',
      [ONE],
    ],
    [
      'a word at the end of a line',
      'a.txt',
      'Weiter\u00AD\nbildung mit <html> und %PDF-',
      'Weiterbildung mit <html> und %PDF-',
      [],
    ],
  ])('%s is read as text', async (_, name, content, text, notes) => {
    const found: string[] = [];
    expect(await readFileText(new File([content], name), undefined, (said) => found.push(...said))).toBe(text);
    expect(found).toEqual(notes);
  });

  test('a file with the name of another format is read by its content', async () => {
    expect(await readFileText(await fixture('umlaute.docx', 'umlaute.doc'))).toContain('Übungen für Gespräche');
    expect(await readFileText(await fixture('umlaute.doc', 'umlaute.pdf'))).toContain('Übungen für Gespräche');
    expect(await readFileText(await fixture('umlaute.pdf', 'umlaute.docx'))).toContain('Übungen für Gespräche');
  });

  test('a PDF is read with progress', async () => {
    const parts: number[] = [];
    await readFileText(await fixture('umlaute.pdf'), (part) => parts.push(part));
    expect(parts).toEqual([1]);
  });
});

/** A ZIP archive with one part, which claims to unpack to one byte. */
function bomb(megabytes: number): File {
  const name = 'word/document.xml';
  const packed = zipSync({ [name]: new Uint8Array(megabytes * 1024 * 1024) });
  const sizes = new DataView(packed.buffer, packed.byteOffset);
  const [local, end] = [22, packed.length - 22];
  for (const at of [local, end - name.length - 46 + 24]) sizes.setUint32(at, 1, true);
  return new File([new Uint8Array(packed)], 'bombe.docx');
}

/** A PDF with empty pages. */
function pdfOf(pages: number): File {
  const numbers = Array.from({ length: pages }, (_, index) => index + 3);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]/Count ${pages}>>`,
    ...numbers.map(() => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'),
  ].map((body, index) => `${index + 1} 0 obj${body}endobj\n`);
  return new File([`%PDF-1.4\n${objects.join('')}trailer<</Root 1 0 R/Size ${pages + 3}>>\n%%EOF`], 'lang.pdf');
}

test('a .docx file is read up to 50 MB unpacked, whatever size it claims', { timeout: 60_000 }, async () => {
  await expect(readFileText(bomb(51))).rejects.toThrow('This .docx file unpacks to more than 50 MB');
  await expect(readFileText(bomb(1))).rejects.toThrow('This is not a .docx file');
});

/** An archive whose parts are in it as they are, and whose end leaves the count of them to a directory of ZIP64. */
function zip64Of(part: Uint8Array): File {
  const packed = zipSync({ 'word/document.xml': part }, { level: 0 });
  new DataView(packed.buffer, packed.byteOffset).setUint32(packed.length - 6, 0xffffffff, true);
  return new File([new Uint8Array(packed)], 'zip64.docx');
}

/** An archive that has one packed part many times. */
function repeated(times: number): File {
  const name = 'word/document.xml';
  const packed = zipSync({ [name]: new Uint8Array(1024 * 1024) });
  const [length, end] = [46 + name.length, packed.length - 22];
  const entry = packed.subarray(end - length, end);
  return new File(
    [packed.slice(0, end), ...Array<Uint8Array<ArrayBuffer>>(times).fill(entry.slice()), packed.slice(end)],
    'oft.docx',
  );
}

test('a .docx file counts what is unpacked of it', { timeout: 60_000 }, async () => {
  const XML = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Text</w:t></w:r></w:p></w:body></w:document>`;
  const parts = { 'word/document.xml': strToU8(XML), 'word/media/a.bmp': new Uint8Array(51 * 1024 * 1024) };
  expect(await readFileText(new File([new Uint8Array(zipSync(parts))], 'bild.docx'))).toMatch('Text');
  await expect(readFileText(repeated(51))).rejects.toThrow('This .docx file unpacks to more than 50 MB');
  await expect(readFileText(zip64Of(strToU8(XML)))).rejects.toThrow('This is not a .docx file');
});

test('a PDF is read up to 1000 pages', async () => {
  await expect(readFileText(pdfOf(1001))).rejects.toThrow('This PDF has 1001 pages; at most 1000 can be read.');
});

describe('an unreadable file', () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  const image = (name: string) => () => new File([png], name);
  const NO_DOCX = 'This is not a .docx file, or it is encrypted or damaged.';
  const NO_DOC = 'This is not a .doc file, or it is encrypted or damaged.';
  const NO_TEXT = 'This file holds no text. A scan must be turned into text first.';
  const NO_TEXT_FILE =
    'This is no text file. Its characters are neither UTF-8 nor UTF-16; expected a text file in UTF-8.';
  const ENCRYPTED = 'This PDF is encrypted. Please remove its password first.';
  const large = new File([new Uint8Array(50 * 1024 * 1024)], 'gross.pdf');
  const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
  const saveAs = (found: string) => `This is ${found}. Please save it as .docx or .pdf first.`;
  const doc =
    (...parts: BlobPart[]) =>
    () =>
      new File(parts, 'a.doc');
  const wrong: [string, () => File | Promise<File>, string][] = [
    ['an image named .pdf', image('bild.pdf'), 'This is not a PDF, or the file is damaged.'],
    ['an image named .docx', image('bild.docx'), NO_DOCX],
    ['an image named .doc', image('bild.doc'), NO_DOC],
    ['an image named .txt', image('bild.txt'), NO_TEXT_FILE],
    ['an encrypted PDF', () => fixture('verschluesselt.pdf'), ENCRYPTED],
    ['a damaged .doc', doc(bytes(OLE), 'a'.repeat(999), utf16('WordDocument')), NO_DOC],
    [
      'an encrypted .docx',
      doc(bytes(OLE), utf16('EncryptedPackage')),
      'This Word file is encrypted. Please remove its password first.',
    ],
    ['a workbook named .doc', doc(bytes(OLE), utf16('Workbook')), saveAs('a workbook of Excel')],
    ['an RTF file named .doc', doc('{\\rtf1\\ansi Text}'), saveAs('an RTF file')],
    ['a web page named .doc', doc('\uFEFF<html xmlns:w="urn:a"><p>Text</p></html>'), saveAs('a web page')],
    [
      'an XML file named .doc',
      doc('<?xml version="1.0"?><?mso-application progid="Word.Document"?>'),
      saveAs('an XML file of Word'),
    ],
    ['a file of Word 2', doc(bytes('\xdb\xa5\x2d\0')), saveAs('a file of Word 2 or Word for DOS')],
    [
      'an .odt file named .docx',
      () => new File([bytes('PK\x03\x04'), 'mimetypeapplication/vnd.oasis.opendocument.text'], 'a.docx'),
      saveAs('an OpenDocument file'),
    ],
    ['a workbook named .docx', () => new File([zip('xl/workbook.xml')], 'a.docx'), saveAs('a workbook of Excel')],
    ['a document of Pages', () => new File([zip('Index/Document.iwa')], 'a.docx'), saveAs('a document of Pages')],
    ['a file of 50 MB', () => large, 'This file is larger than 20 MB.'],
    ['an empty file', () => new File([], 'leer.txt'), 'This file is empty.'],
    ['a file without words', () => new File([' \n\t '], 'leer.md'), NO_TEXT],
    ['a file of another type', () => new File(['a'], 'a.xlsx'), 'Only .txt, .md, .doc, .docx, .pdf files can be read.'],
  ];

  test.for(wrong)('%s is rejected with the reason', async ([, file, message]) => {
    await expect(readFileText(await file())).rejects.toMatchObject({ name: 'UnreadableFile', message });
  });
});

test('a very long text is truncated', async () => {
  const file = new File([`${'a'.repeat(2_000_000)}b`], 'a.txt');
  expect(await readFileText(file)).toBe('a'.repeat(2_000_000));
});
