import { visibleText } from '@ki/shared/format/visible-text.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import { textOfHtml } from './text-of-html.ts';

export const MOST_CHARACTERS = 200_000;

const HTML = ['text/html', 'application/xhtml+xml'];
const PLAIN = ['text/plain', 'text/markdown', 'text/x-markdown'];

const META = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{2,40})/i;
const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

function decoderOf(label: string | undefined): TextDecoder | null {
  try {
    return label ? new TextDecoder(label) : null;
  } catch {
    return null;
  }
}

/** By a byte order mark, the header, the page itself, or UTF-8 where the bytes are; else Windows-1252. */
function decoded(bytes: Uint8Array, contentType: string, isHtml: boolean): string {
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? [];
  const [, inHeader] = /charset\s*=\s*["']?([\w-]+)/i.exec(contentType) ?? [];
  const [, inPage] = (isHtml && META.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 1_024)))) || [];
  const decoder = decoderOf(marked) ?? decoderOf(inHeader) ?? decoderOf(inPage);
  if (decoder) return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const tidied = (text: string) =>
  text
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

async function rawText(bytes: Uint8Array, contentType: string): Promise<string> {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (HTML.includes(type)) return textOfHtml(decoded(bytes, contentType, true));
  if (type === 'application/pdf') return (await import('./text-of-pdf.ts')).textOfPdf(bytes, MOST_CHARACTERS);
  if (!PLAIN.includes(type)) {
    throw new FetchError(`It is ${type.slice(0, 60) || 'of no type'}; expected a page, a text or a PDF.`);
  }
  if (bytes.includes(0) && !(bytes[0] === 0xff || bytes[0] === 0xfe)) throw new FetchError('This is not a text.');
  return decoded(bytes, contentType, false);
}

/** The text of a source as a reader sees it, without hidden characters. */
export async function textOf(bytes: Uint8Array, contentType: string): Promise<string> {
  const text = tidied(visibleText(await rawText(bytes, contentType)));
  if (!/[\p{L}\p{N}]/u.test(text)) throw new FetchError('It has no text.');
  return text.slice(0, MOST_CHARACTERS).toWellFormed();
}
