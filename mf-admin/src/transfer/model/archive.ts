import { strToU8, unzipSync, zipSync } from 'fflate';
import { UnreadableFile } from '../../files/model/file-rows.ts';
import { isSettings, type NamedBytes } from './other-files.ts';

const MEGABYTE = 1024 * 1024;
/** Only declared sizes are unpacked: what an archive says less about is cut, and not read. */
const MOST_UNPACKED = 100 * MEGABYTE;
const MOST_FILES = 20_000;

const isMarkdown = (name: string) => /\.(md|markdown)$/i.test(name);
/** Copies that file managers of a Mac add. */
const isHidden = (name: string) => name.split(/[\\/]/).some((part) => part === '__MACOSX' || /^\.[^.]/.test(part));

export interface Unpacked {
  readonly files: readonly NamedBytes[];
  readonly settings: readonly NamedBytes[];
  /** The names of all other files. */
  readonly others: readonly string[];
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The umlauts and accents of DOS, where other encodings have no letters. */
const OF_DOS = new Map(
  [...'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑ'].map((letter, at) => [String.fromCharCode(0x80 + at), letter]),
).set('\xE1', 'ß');

/** Macs write UTF-8 and Windows wrote DOS letters, both without saying so, and the library reads bytes. */
function nameOf(read: string): string {
  if (!/[\x80-\xFF]/.test(read) || /[^\0-\xFF]/.test(read)) return read;
  try {
    return utf8.decode(Uint8Array.from(read, (letter) => letter.charCodeAt(0)));
  } catch {
    return /[\x80-\x9F]/.test(read) ? read.replace(/[\x80-\xFF]/g, (byte) => OF_DOS.get(byte) ?? byte) : read;
  }
}

/** Reads the Markdown files of a ZIP archive into memory. Their names are shown and never used as paths. */
export function unpack(bytes: Uint8Array): Unpacked {
  let size = 0;
  let count = 0;
  const others: string[] = [];
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (name.endsWith('/') || isHidden(name)) return false;
    if (!isMarkdown(name)) others.push(nameOf(name));
    else count += 1;
    if (!isMarkdown(name) && !isSettings(name)) return false;
    size += originalSize;
    if (size > MOST_UNPACKED)
      throw new UnreadableFile(`This archive unpacks to more than ${MOST_UNPACKED / MEGABYTE} MB.`);
    if (count > MOST_FILES) throw new UnreadableFile('This archive has more than 20,000 Markdown files.');
    return true;
  };
  try {
    const all = Object.entries(unzipSync(bytes, { filter })).map(([name, content]) => ({
      name: nameOf(name),
      bytes: content,
    }));
    const isText = ({ name }: NamedBytes) => isMarkdown(name);
    return { files: all.filter(isText), settings: all.filter((file) => !isText(file)), others };
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('This is no ZIP archive, or it is encrypted or damaged.');
  }
}

export const pack = (files: readonly (readonly [name: string, text: string])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)]))));
