import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readWithNotes } from '../../../testing/file-text.ts';
import { readFileText } from './read-file-text.ts';

async function fixture(name: string, as = name): Promise<File> {
  return new File([await readFile(fileURLToPath(new URL(`fixtures/${name}`, import.meta.url)))], as);
}

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string) => bytes([...text].join('\0'));
const zip = (parts: Readonly<Record<string, Uint8Array>>) => new Uint8Array(zipSync(parts));
const file = (name: string, ...parts: BlobPart[]) => new File(parts, name);

describe('a readable file', () => {
  test.for(['umlaute.pdf', 'umlaute.docx', 'umlaute.doc'])('%s keeps its umlauts', async (name) => {
    const text = await readFileText(await fixture(name));
    expect(text).toContain('Übungen für Gespräche über KI');
    expect(text).toContain('Größere Gruppen prüfen Quellen gemeinsam: „Wer hat das geschrieben?“ – und wozu?');
    expect(text).toContain('é, ß und €');
  });

  const MATTER = '---\ntitle: Größe\n---\n\n<!-- Notiz -->Text';
  const ONE_WRONG = bytes('\xc3\x9cbung f\xc3\xbcr alle. \x96 Gr\xc3\xb6\xc3\x9fe.');
  const ONE = '1 character could not be read; “\uFFFD” is in its place.';
  const WINDOWS = 'The file was read as Windows-1252. Please look at umlauts.';
  const IN_LINES = 'Weiter\u00AD\nbildung mit <html> und %PDF-';

  test.each<[string, File, string, string[]]>([
    ['Markdown with its front matter', file('a.md', MATTER), MATTER, []],
    ['Windows-1252', file('A.TXT', bytes('Gr\xf6\xdfe')), 'Größe', [WINDOWS]],
    ['UTF-16', file('a.txt', bytes('\xff\xfe\xfc\0')), 'ü', []],
    ['UTF-8 with a wrong byte', file('a.txt', ONE_WRONG), 'Übung für alle. \uFFFD Größe.', [ONE]],
    ['a word at the end of a line', file('a.txt', IN_LINES), 'Weiterbildung mit <html> und %PDF-', []],
    ['a very long text', file('a.txt', `${'a'.repeat(2_000_000)}b`), 'a'.repeat(2_000_000), []],
  ])('%s is read as text', async (_, given, text, notes) => {
    expect(await readWithNotes(given)).toEqual({ text, notes: notes.join(' ') });
  });

  test('a file with the name of another format is read by its content', async () => {
    expect(await readFileText(await fixture('umlaute.docx', 'umlaute.doc'))).toContain('Übungen für Gespräche');
    expect(await readFileText(await fixture('umlaute.doc', 'umlaute.pdf'))).toContain('Übungen für Gespräche');
    expect(await readFileText(await fixture('umlaute.pdf', 'umlaute.docx'))).toContain('Übungen für Gespräche');
  });

  test('a PDF is read with progress, and up to 1000 pages', async () => {
    const parts: number[] = [];
    await readFileText(await fixture('umlaute.pdf'), (part) => parts.push(part));
    expect(parts).toEqual([1]);
    const message = 'This PDF has 1001 pages; at most 1000 can be read.';
    await expect(readFileText(pdfOf(1001))).rejects.toThrow(message);
  });
});

const PART = 'word/document.xml';
const MEGABYTE = 1024 * 1024;

/** An archive with one part, which claims to unpack to one byte. */
function bomb(megabytes: number): File {
  const packed = zip({ [PART]: new Uint8Array(megabytes * MEGABYTE) });
  const sizes = new DataView(packed.buffer);
  const [local, end] = [22, packed.length - 22];
  for (const at of [local, end - PART.length - 46 + 24]) sizes.setUint32(at, 1, true);
  return file('bombe.docx', packed);
}

/** An archive whose parts are in it as they are, and whose end leaves the count of them to a directory of ZIP64. */
function zip64Of(part: Uint8Array): File {
  const packed = new Uint8Array(zipSync({ [PART]: part }, { level: 0 }));
  new DataView(packed.buffer).setUint32(packed.length - 6, 0xffffffff, true);
  return file('zip64.docx', packed);
}

/** An archive that has a packed part of 1 MB many times. */
function repeated(name: string, times: number, others: Readonly<Record<string, Uint8Array>> = {}): File {
  const packed = zip({ ...others, [name]: new Uint8Array(MEGABYTE) });
  const [length, end] = [46 + name.length, packed.length - 22];
  const entry = packed.slice(end - length, end);
  return file('oft.docx', packed.slice(0, end), ...Array<BlobPart>(times).fill(entry), packed.slice(end));
}

test('a .docx file is read up to 50 MB unpacked of it, whatever size it claims', { timeout: 60_000 }, async () => {
  const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const BODY = '<w:body><w:p><w:r><w:t>Text</w:t></w:r></w:p></w:body>';
  const part = strToU8(`<w:document xmlns:w="${WORD}">${BODY}</w:document>`);
  expect(await readFileText(repeated('word/media/a.bmp', 51, { [PART]: part }))).toMatch('Text');
  for (const tooLarge of [bomb(51), repeated(PART, 51)]) {
    await expect(readFileText(tooLarge)).rejects.toThrow('This .docx file unpacks to more than 50 MB');
  }
  for (const other of [bomb(1), zip64Of(part)]) {
    await expect(readFileText(other)).rejects.toThrow('This is not a .docx file');
  }
});

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

describe('an unreadable file', async () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  const xml = bytes('<a/>');
  const NO_PDF = 'This is not a PDF, or the file is damaged.';
  const NO_DOCX = 'This is not a .docx file, or it is encrypted or damaged.';
  const NO_DOC = 'This is not a .doc file, or it is encrypted or damaged.';
  const NO_TEXT = 'This file holds no text. A scan must be turned into text first.';
  const NO_TEXT_FILE =
    'This is no text file. Its characters are neither UTF-8 nor UTF-16; expected a text file in UTF-8.';
  const NO_TYPE = 'Only .txt, .md, .doc, .docx, .pdf files can be read.';
  const encrypted = (found: string) => `This ${found} is encrypted. Please remove its password first.`;
  const OLE = bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
  const saveAs = (found: string) => `This is ${found}. Please save it as .docx or .pdf first.`;
  const WORD_XML = '<?xml version="1.0"?><?mso-application progid="Word.Document"?>';

  test.each<[string, File, string]>([
    ['an image named .pdf', file('a.pdf', png), NO_PDF],
    ['an image named .docx', file('a.docx', png), NO_DOCX],
    ['an image named .doc', file('a.doc', png), NO_DOC],
    ['an image named .txt', file('a.txt', png), NO_TEXT_FILE],
    ['an encrypted PDF', await fixture('verschluesselt.pdf'), encrypted('PDF')],
    ['a damaged .doc', file('a.doc', OLE, 'a'.repeat(999), utf16('WordDocument')), NO_DOC],
    ['an encrypted .docx', file('a.doc', OLE, utf16('EncryptedPackage')), encrypted('Word file')],
    ['a workbook named .doc', file('a.doc', OLE, utf16('Workbook')), saveAs('a workbook of Excel')],
    ['an RTF file', file('a.doc', '{\\rtf1\\ansi Text}'), saveAs('an RTF file')],
    ['a web page', file('a.doc', '\uFEFF<html xmlns:w="urn:a"><p>Text</p></html>'), saveAs('a web page')],
    ['an XML file', file('a.doc', WORD_XML), saveAs('an XML file of Word')],
    ['a file of Word 2', file('a.doc', bytes('\xdb\xa5\x2d\0')), saveAs('a file of Word 2 or Word for DOS')],
    [
      'an .odt file',
      file('a.docx', bytes('PK\x03\x04'), 'mimetypeapplication/vnd.oasis.opendocument.text'),
      saveAs('an OpenDocument file'),
    ],
    ['a workbook named .docx', file('a.docx', zip({ 'xl/workbook.xml': xml })), saveAs('a workbook of Excel')],
    ['a document of Pages', file('a.docx', zip({ 'Index/Document.iwa': xml })), saveAs('a document of Pages')],
    ['a file of 50 MB', file('a.pdf', new Uint8Array(50 * MEGABYTE)), 'This file is larger than 20 MB.'],
    ['an empty file', file('a.txt'), 'This file is empty.'],
    ['a file without words', file('a.md', ' \n\t '), NO_TEXT],
    ['a file of another type', file('a.xlsx', 'a'), NO_TYPE],
  ])('%s is rejected with the reason', async (_, given, message) => {
    await expect(readFileText(given)).rejects.toMatchObject({ name: 'UnreadableFile', message });
  });
});
