import { unpacksToMore } from './unpacked-size.ts';

export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

export const FILE_TYPES = ['.txt', '.md', '.doc', '.docx', '.pdf'] as const;

type FileType = (typeof FILE_TYPES)[number];

type OnProgress = (share: number) => void;

type Reader = (bytes: Uint8Array<ArrayBuffer>, onProgress: OnProgress) => Promise<string> | string;

const MEGABYTE = 1024 * 1024;
const LARGEST = 20 * MEGABYTE;

/** In characters: the limit of a request, and far more than the function uses. */
const LONGEST = 2_000_000;

/** The page reads files itself: what unpacks to more, or has more pages, would end the tab. */
const MOST_UNPACKED = 50 * MEGABYTE;
const MOST_PAGES = 1_000;

const READERS: Readonly<Record<FileType, Reader>> = {
  '.txt': plainText,
  '.md': plainText,
  '.pdf': pdfText,
  '.docx': docxText,
  '.doc': docText,
};

export async function readFileText(file: File, onProgress: OnProgress = () => {}): Promise<string> {
  const type = FILE_TYPES.find((ending) => file.name.toLowerCase().endsWith(ending));
  if (!type) throw new UnreadableFile(`Only ${FILE_TYPES.join(', ')} files can be read.`);
  if (file.size === 0) throw new UnreadableFile('This file is empty.');
  if (file.size > LARGEST) throw new UnreadableFile(`This file is larger than ${LARGEST / MEGABYTE} MB.`);
  const text = await READERS[type](await bytesOf(file), onProgress);
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

/** Decodes UTF-16 with a byte order mark, UTF-8, or Windows-1252. */
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

/**
 * Runs the code of pdf.js's worker in the page: a worker's script must come from the page's origin, and remotes have
 * another. It pauses between pages.
 */
async function loadPdfJs() {
  const [pdf, worker] = await Promise.all([
    import(/* webpackChunkName: "admin-read-pdf" */ 'pdfjs-dist/legacy/build/pdf.mjs'),
    import(/* webpackChunkName: "admin-read-pdf" */ 'pdfjs-dist/legacy/build/pdf.worker.mjs'),
  ]);
  Object.assign(globalThis, { pdfjsWorker: worker });
  return pdf;
}

async function pdfText(bytes: Uint8Array<ArrayBuffer>, onProgress: OnProgress): Promise<string> {
  const pdf = await loadPdfJs();
  const loading = pdf.getDocument({ data: bytes, disableFontFace: true, verbosity: pdf.VerbosityLevel.ERRORS });
  try {
    const document = await loading.promise;
    if (document.numPages > MOST_PAGES) {
      throw new UnreadableFile(
        `This PDF has ${document.numPages} pages; at most ${MOST_PAGES} can be read. Please split it.`,
      );
    }
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
      page.cleanup();
      onProgress(number / document.numPages);
    }
    return pages.join('\n\n');
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new UnreadableFile(
      isLocked
        ? 'This PDF is encrypted. Please remove its password first.'
        : 'This is not a PDF, or the file is damaged.',
    );
  } finally {
    await loading.destroy();
  }
}

async function docxText(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { default: mammoth } = await import(/* webpackChunkName: "admin-read-docx" */ 'mammoth');
  try {
    if (await unpacksToMore(bytes, MOST_UNPACKED)) {
      throw new UnreadableFile(
        `This .docx file unpacks to more than ${MOST_UNPACKED / MEGABYTE} MB. Please remove its pictures.`,
      );
    }
    const { value } = await mammoth.extractRawText(sourceOf(bytes.buffer));
    return value;
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('This is not a .docx file, or it is encrypted or damaged.');
  }
}

/** Mammoth takes an `arrayBuffer` in browsers and a `buffer` in Node.js, where tests run. */
function sourceOf(arrayBuffer: ArrayBuffer) {
  return typeof Buffer === 'undefined' ? { arrayBuffer } : { arrayBuffer, buffer: Buffer.from(arrayBuffer) };
}

/**
 * Loads the parts of word-extractor that read Word 97 files from memory. Its main module would load a reader of .docx
 * files and Node.js's file system, too. The parts expect a global `Buffer`.
 */
async function loadExtractor() {
  const { Buffer: PortableBuffer } = await import(/* webpackChunkName: "admin-read-doc" */ 'buffer/');
  Object.assign(globalThis, { Buffer: globalThis.Buffer ?? PortableBuffer });
  const [{ default: Extractor }, { default: BufferReader }] = await Promise.all([
    import(/* webpackChunkName: "admin-read-doc" */ 'word-extractor/lib/word-ole-extractor.js'),
    import(/* webpackChunkName: "admin-read-doc" */ 'word-extractor/lib/buffer-reader.js'),
  ]);
  return { Extractor, BufferReader };
}

const AS_WRITTEN = { filterUnicode: false };

async function docText(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { Extractor, BufferReader } = await loadExtractor();
  try {
    const document = await new Extractor().extract(new BufferReader(globalThis.Buffer.from(bytes)));
    const parts = [
      document.getBody(AS_WRITTEN),
      document.getTextboxes(AS_WRITTEN),
      document.getFootnotes(AS_WRITTEN),
      document.getEndnotes(AS_WRITTEN),
    ];
    return parts.filter((part) => /\S/.test(part)).join('\n\n');
  } catch {
    throw new UnreadableFile('This is not a .doc file, or it is encrypted or damaged.');
  }
}
