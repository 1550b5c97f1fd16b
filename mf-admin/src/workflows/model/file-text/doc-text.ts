import { Buffer as PortableBuffer } from 'buffer/';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * The parts of word-extractor that read Word 97 files from memory; its main module would bring Node.js's file system
 * and a reader of .docx files too. They expect one `Buffer` everywhere: Node.js's where there is one.
 */
async function loadExtractor() {
  Object.assign(globalThis, { Buffer: globalThis.Buffer ?? PortableBuffer });
  const [{ default: Extractor }, { default: BufferReader }] = await Promise.all([
    import('word-extractor/lib/word-ole-extractor.js'),
    import('word-extractor/lib/buffer-reader.js'),
  ]);
  return { Extractor, BufferReader };
}

const AS_WRITTEN = { filterUnicode: false };

/** The text of a .doc file, notes and text boxes included. */
export async function docText(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
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
