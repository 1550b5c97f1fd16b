import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readFileText } from './read-file-text.ts';

// pdf.js creates a DOMMatrix when it loads, although only drawing needs it.
Object.assign(globalThis, { DOMMatrix: globalThis.DOMMatrix ?? class {} });

async function fixture(name: string, as = name): Promise<File> {
  return new File([await readFile(fileURLToPath(new URL(`fixtures/${name}`, import.meta.url)))], as);
}

describe('a readable file', () => {
  test.for(['umlaute.pdf', 'umlaute.docx', 'umlaute.doc'])('%s keeps its umlauts', async (name) => {
    const text = await readFileText(await fixture(name));
    expect(text).toContain('Übungen für Gespräche über KI');
    expect(text).toContain('Größere Gruppen prüfen Quellen gemeinsam: „Wer hat das geschrieben?“ – und wozu?');
    expect(text).toContain('é, ß und €');
  });

  test('a text file is decoded as UTF-8, UTF-16 or Windows-1252', async () => {
    expect(await readFileText(new File(['Größe'], 'a.md'))).toBe('Größe');
    expect(await readFileText(new File([new Uint8Array([71, 114, 0xf6, 0xdf, 101])], 'A.TXT'))).toBe('Größe');
    expect(await readFileText(new File([new Uint8Array([0xff, 0xfe, 0xfc, 0])], 'a.txt'))).toBe('ü');
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
  await expect(readFileText(bomb(51))).rejects.toThrow('This .docx file unpacks to more than 50 MB.');
  await expect(readFileText(bomb(1))).rejects.toThrow('This is not a .docx file');
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
  const ENCRYPTED = 'This PDF is encrypted. Please remove its password first.';
  const large = new File([new Uint8Array(50 * 1024 * 1024)], 'gross.pdf');
  const wrong: [string, () => File | Promise<File>, string][] = [
    ['an image named .pdf', image('bild.pdf'), 'This is not a PDF, or the file is damaged.'],
    ['an image named .docx', image('bild.docx'), NO_DOCX],
    ['an image named .doc', image('bild.doc'), NO_DOC],
    ['an image named .txt', image('bild.txt'), 'This is not a text file.'],
    ['an encrypted PDF', () => fixture('verschluesselt.pdf'), ENCRYPTED],
    ['a damaged .doc', () => fixture('umlaute.docx', 'umlaute.doc'), NO_DOC],
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
