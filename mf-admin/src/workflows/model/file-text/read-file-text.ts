import type { OnProgress } from './pdf-text.ts';
import { UnreadableFile } from './unreadable-file.ts';

export const FILE_TYPES = ['.txt', '.md', '.doc', '.docx', '.pdf'] as const;

type FileType = (typeof FILE_TYPES)[number];

type Reader = (bytes: Uint8Array<ArrayBuffer>, onProgress: OnProgress) => Promise<string> | string;

const MEGABYTE = 1024 * 1024;
const LARGEST = 20 * MEGABYTE;

/** Characters, far more than the function uses and as many as a request carries. */
const LONGEST = 2_000_000;

/** What only one type needs is loaded only for a file of that type. */
const READERS: Readonly<Record<FileType, () => Promise<Reader>>> = {
  '.txt': async () => plainText,
  '.md': async () => plainText,
  '.pdf': async () => (await import(/* webpackChunkName: "admin-read-pdf" */ './pdf-text.ts')).pdfText,
  '.docx': async () => (await import(/* webpackChunkName: "admin-read-docx" */ './docx-text.ts')).docxText,
  '.doc': async () => (await import(/* webpackChunkName: "admin-read-doc" */ './doc-text.ts')).docText,
};

/** The text of a file, of a very long one its beginning. Throws {@link UnreadableFile} when there is none to be had. */
export async function readFileText(file: File, onProgress: OnProgress = () => {}): Promise<string> {
  const type = FILE_TYPES.find((ending) => file.name.toLowerCase().endsWith(ending));
  if (!type) throw new UnreadableFile(`Only ${FILE_TYPES.join(', ')} files can be read.`);
  if (file.size === 0) throw new UnreadableFile('This file is empty.');
  if (file.size > LARGEST) throw new UnreadableFile(`This file is larger than ${LARGEST / MEGABYTE} MB.`);
  const read = await READERS[type]();
  const text = await read(await bytesOf(file), onProgress);
  if (!/\S/.test(text)) throw new UnreadableFile('This file holds no text. A scan must be turned into text first.');
  return text.slice(0, LONGEST);
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new UnreadableFile('This file could not be opened. It may have been moved or changed.');
  }
}

/** UTF-8 or UTF-16 by its mark, else what Windows wrote before. */
function plainText(bytes: Uint8Array<ArrayBuffer>): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  if (bytes.includes(0)) throw new UnreadableFile('This is not a text file.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
