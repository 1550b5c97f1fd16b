import { decodeText } from '../../../files/model/decode-text.ts';
import { UnreadableFile } from '../../../files/model/file-rows.ts';
import { type FileType, formatOf } from './file-format.ts';
import type { OnProgress, Reading } from './reading.ts';

type Reader = (bytes: Uint8Array<ArrayBuffer>, onProgress: OnProgress) => Promise<Reading>;

const MEGABYTE = 1024 * 1024;
const LARGEST = 20 * MEGABYTE;

/** In characters: the limit of a request, and far more than the function uses. */
const LONGEST = 2_000_000;

const READERS: Readonly<Record<FileType, Reader>> = {
  '.txt': plainText,
  '.md': plainText,
  '.pdf': async (bytes, onProgress) => {
    const { pdfText } = await import(/* webpackChunkName: "admin-read-pdf" */ './pdf/pdf-text.ts');
    return pdfText(bytes, onProgress);
  },
  '.docx': async (bytes) => {
    const { docxText } = await import(/* webpackChunkName: "admin-read-docx" */ './docx/docx-text.ts');
    return docxText(bytes);
  },
  '.doc': async (bytes) => {
    const { docText } = await import(/* webpackChunkName: "admin-read-doc" */ './doc/doc-text.ts');
    return docText(bytes);
  },
};

/** Without controls, without soft hyphens, at which a word may be broken, and without empty paragraphs. */
const tidy = (text: string) =>
  text
    .replace(/[\f\v\u0085]/g, '\n')
    .replace(/\u00AD\r?\n?|[^\P{Cc}\t\r\n]/gu, '')
    .replace(/(\r?\n){3,}/g, '\n\n')
    .replace(/^\s*\n/, '');

/** The text of a file, in which `onNotes` says what is missing. */
export async function readFileText(
  file: File,
  onProgress: OnProgress = () => {},
  onNotes: (notes: readonly string[]) => void = () => {},
): Promise<string> {
  const bytes = await bytesOf(file);
  if (file.size === 0) throw new UnreadableFile('This file is empty.');
  const { text, notes } = await READERS[formatOf(file.name, bytes)](bytes, onProgress);
  if (!/\S/.test(text)) {
    const reasons = notes.length > 0 ? notes : ['A scan must be turned into text first.'];
    throw new UnreadableFile(['This file holds no text.', ...reasons].join(' '));
  }
  onNotes(notes);
  return tidy(text).slice(0, LONGEST);
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > LARGEST) throw new UnreadableFile(`This file is larger than ${LARGEST / MEGABYTE} MB.`);
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new UnreadableFile('This file could not be opened. It may have been moved or changed.');
  }
}

async function plainText(bytes: Uint8Array): Promise<Reading> {
  const { text, note } = decodeText(bytes);
  return { text, notes: note ? [note] : [] };
}
