import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
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

describe('an unreadable file', () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  const large = new File([new Uint8Array(50 * 1024 * 1024)], 'gross.pdf');
  const wrong: [string, () => File | Promise<File>, string][] = [
    ['an image named .pdf', () => new File([png], 'bild.pdf'), 'This is not a PDF, or the file is damaged.'],
    [
      'an image named .docx',
      () => new File([png], 'bild.docx'),
      'This is not a .docx file, or it is encrypted or damaged.',
    ],
    [
      'an image named .doc',
      () => new File([png], 'bild.doc'),
      'This is not a .doc file, or it is encrypted or damaged.',
    ],
    ['an image named .txt', () => new File([png], 'bild.txt'), 'This is not a text file.'],
    [
      'an encrypted PDF',
      () => fixture('verschluesselt.pdf'),
      'This PDF is encrypted. Please remove its password first.',
    ],
    [
      'a damaged .doc',
      () => fixture('umlaute.docx', 'umlaute.doc'),
      'This is not a .doc file, or it is encrypted or damaged.',
    ],
    ['a file of 50 MB', () => large, 'This file is larger than 20 MB.'],
    ['an empty file', () => new File([], 'leer.txt'), 'This file is empty.'],
    [
      'a file without words',
      () => new File([' \n\t '], 'leer.md'),
      'This file holds no text. A scan must be turned into text first.',
    ],
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
