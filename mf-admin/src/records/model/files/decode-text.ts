import { UnreadableFile } from './file-rows.ts';

const NOT_TEXT = 'Its characters are neither UTF-8 nor UTF-16; expected a text file in UTF-8.';

export interface Decoded {
  readonly text: string;
  readonly note: string | null;
}

/** Decodes UTF-8 and, with a byte order mark, UTF-16. Spreadsheets also write Windows-1252. */
export function decodeText(bytes: Uint8Array, { isSpreadsheet = false } = {}): Decoded {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) {
    return { text: new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), note: null };
  }
  if (bytes.includes(0)) throw new UnreadableFile(`This is no text file. ${NOT_TEXT}`);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: null };
  } catch {
    if (!isSpreadsheet) throw new UnreadableFile(NOT_TEXT);
  }
  const text = new TextDecoder('windows-1252').decode(bytes);
  return { text, note: 'The file was read as Windows-1252. Please look at umlauts in the titles below.' };
}
