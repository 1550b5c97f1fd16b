import { strToU8, unzipSync, zipSync } from 'fflate';
import { UnreadableFile } from '../../records/model/files/file-rows.ts';

const MEGABYTE = 1024 * 1024;
/** Only declared sizes are unpacked: what an archive says less about is cut, and not read. */
const MOST_UNPACKED = 100 * MEGABYTE;
const MOST_FILES = 20_000;

const isMarkdown = (name: string) => /\.(md|markdown)$/i.test(name);
/** Copies that file managers of a Mac add. */
const isHidden = (name: string) => name.split(/[\\/]/).some((part) => part === '__MACOSX' || /^\.[^.]/.test(part));

export interface Unpacked {
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly others: number;
}

/** Reads the Markdown files of a ZIP archive into memory. Their names are shown and never used as paths. */
export function unpack(bytes: Uint8Array): Unpacked {
  let size = 0;
  let count = 0;
  let others = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (name.endsWith('/') || isHidden(name)) return false;
    if (!isMarkdown(name)) {
      others += 1;
      return false;
    }
    size += originalSize;
    count += 1;
    if (size > MOST_UNPACKED)
      throw new UnreadableFile(`This archive unpacks to more than ${MOST_UNPACKED / MEGABYTE} MB.`);
    if (count > MOST_FILES) throw new UnreadableFile('This archive has more than 20,000 Markdown files.');
    return true;
  };
  try {
    const files = Object.entries(unzipSync(bytes, { filter })).map(([name, content]) => ({ name, bytes: content }));
    return { files, others };
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('This is no ZIP archive, or it is encrypted or damaged.');
  }
}

export const pack = (files: readonly (readonly [name: string, text: string])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)]))));
