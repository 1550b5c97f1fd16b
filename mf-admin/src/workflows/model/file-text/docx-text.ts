import mammoth from 'mammoth';
import { UnreadableFile } from './unreadable-file.ts';

/** The text of a .docx file. */
export async function docxText(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    const { value } = await mammoth.extractRawText(sourceOf(bytes.buffer));
    return value;
  } catch {
    throw new UnreadableFile('This is not a .docx file, or it is encrypted or damaged.');
  }
}

/** Mammoth takes an `arrayBuffer` in browsers and a `buffer` under Node.js, where tests run. */
function sourceOf(arrayBuffer: ArrayBuffer) {
  return typeof Buffer === 'undefined' ? { arrayBuffer } : { arrayBuffer, buffer: Buffer.from(arrayBuffer) };
}
