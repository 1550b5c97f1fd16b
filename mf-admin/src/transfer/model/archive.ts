import { plural } from '@ki/shared/format/plural.ts';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { decodeText } from '../../files/model/decode-text.ts';
import { partsOf } from '../../files/model/file-name.ts';
import { UnreadableFile } from '../../files/model/file-rows.ts';

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

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Files in which Jekyll, Hexo, Hugo, Zola and GitHub keep the address of a site. */
export const isSettings = (name: string): boolean =>
  /(?:^|[\\/])(?:(?:_config|config|hugo)\.(?:ya?ml|toml)|CNAME)$/.test(name);

/** The address of the site: lines further in, or below '[table]', belong to an author or a theme. */
const URL_LINE = /^(?:url|base_?url)[ \t]*[:=][ \t]*["']?(https?:\/\/[^\s"'#]+)/im;
const FOLDER_LINE = /^baseurl[ \t]*:[ \t]*["']?(\/[^\s"'#]*)/im;
const HOST_LINE = /^[\w.-]+\.[a-z]{2,}$/i;

/** The address of the site that files come from, by the settings nearest to the root. */
export function siteOf(settings: readonly NamedBytes[]): string | undefined {
  const texts = settings
    .toSorted((a, b) => partsOf(a.name).length - partsOf(b.name).length)
    .map(({ bytes }) => decodeText(bytes).text.split(/^\[/m, 1).join());
  const url = texts.map((text) => URL_LINE.exec(text)?.[1]).find((found) => found !== undefined);
  const folder = texts.map((text) => FOLDER_LINE.exec(text)?.[1]).find((found) => found !== undefined) ?? '';
  const host = texts.map((text) => text.trim()).find((text) => HOST_LINE.test(text));
  if (url) return `${url.replace(/\/+$/, '')}${folder.replace(/\/+$/, '')}/`;
  return host && `https://${host}/`;
}

const MAY_BE_POST = /\.(?:html?|mdx|mdown|mkd|rst|textile|adoc|asciidoc|org|ipynb|txt)$/i;

export function othersNotes(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const endings = names.flatMap((name) => MAY_BE_POST.exec(name)?.[0].toLowerCase() ?? []);
  const counts = [...Map.groupBy(endings, (ending) => ending)].map(([ending, { length }]) => `${length} ${ending}`);
  return [
    `${plural(names.length, 'file is', 'files are')} no Markdown and left out.`,
    ...(counts.length > 0 ? [`Some of them may be posts: ${counts.join(', ')}.`] : []),
  ];
}
