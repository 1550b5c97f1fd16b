import { UnreadableFile } from './file-rows.ts';

const NO_TEXT = 'This is no text file. Its characters are neither UTF-8 nor UTF-16; expected a text file in UTF-8.';

export interface Decoded {
  readonly text: string;
  /** Asks the reader to check letters; null where all were decoded for certain. */
  readonly note: string | null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decode = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes);

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

function withReplaced(text: string): Decoded {
  const replaced = count(text, /\uFFFD/g);
  if (replaced === 0) return { text, note: null };
  const note =
    replaced === 1
      ? '1 character could not be read; “\uFFFD” is in its place.'
      : `${replaced} characters could not be read; “\uFFFD” is in their places.`;
  return { text, note };
}

/** Without a mark, UTF-16 shows by the zeros of Latin letters and blanks: nearly all are first or all second bytes. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const zeros: [number, number] = [0, 0];
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) zeros[at % 2 === 0 ? 0 : 1] += 1;
  if (bytes.length % 2 === 1 || Math.min(...zeros) * 20 > Math.max(...zeros)) return null;
  const text = decode(bytes, zeros[0] > zeros[1] ? 'utf-16be' : 'utf-16le');
  return /[\p{Cc}\p{Cn}\p{Co}\uFFFD]/u.test(text.replaceAll(/\s/g, '')) ? null : text;
}

/** A few zeros in UTF-8 are damage. */
function damagedUtf8(bytes: Uint8Array): Decoded {
  const text = decode(bytes, 'utf-8').replaceAll('\0', '\uFFFD');
  if (count(text, /\uFFFD/g) * 100 > bytes.length) throw new UnreadableFile(NO_TEXT);
  return withReplaced(text);
}

const LETTERS = 'äöüàâçéèêëîïôûœñ';
/** Letters in words and signs beside them, as German and French have them. */
const LIKELY = new RegExp(
  [
    String.raw`[${LETTERS}ß](?:(?<=\p{L}.)|(?=\p{L}))|à(?<!\p{L}.)(?!\p{L})`,
    String.raw`[${LETTERS.toUpperCase()}](?:(?<![\p{Ll}\p{N}].)(?=\p{L})|(?<=\p{Lu}.)(?!\p{Ll}))`,
    String.raw`[€…†‰™•–—](?!\p{L})|[„“”‘‚«»](?:(?<!\p{L}.)|(?!\p{L}))|‘(?=s\b)|[’\u00A0]`,
  ].join('|'),
  'gu',
);
/** Signs and capitals where only the other encoding has a small letter. */
const UNLIKELY = /[\x80-\x9F‰ˆ¸‡§™ﬂ\p{Lu}](?<=\p{L}.)(?=\p{Ll})/gu;

const likelihood = (text: string) => count(text, LIKELY) - count(text, UNLIKELY);

function singleByteText(bytes: Uint8Array): Decoded {
  const [windows, mac] = [decode(bytes, 'windows-1252'), decode(bytes, 'macintosh')];
  const isMac = likelihood(mac) > likelihood(windows);
  const name = isMac ? 'Mac Roman' : 'Windows-1252';
  return { text: isMac ? mac : windows, note: `The file was read as ${name}. Please look at umlauts.` };
}

/** Decodes UTF-8 and UTF-16, in which a wrong byte costs one character, and the encodings of spreadsheets before them. */
export function decodeText(bytes: Uint8Array): Decoded {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return withReplaced(decode(bytes, 'utf-16le'));
  if (first === 0xfe && second === 0xff) return withReplaced(decode(bytes, 'utf-16be'));
  if (bytes.includes(0)) {
    const text = unmarkedUtf16(bytes);
    return text === null ? damagedUtf8(bytes) : { text, note: null };
  }
  try {
    return { text: utf8.decode(bytes), note: null };
  } catch {
    const text = decode(bytes, 'utf-8');
    // Sequences of UTF-8 are rare accidents of other encodings.
    const isUtf8 = count(text, /[^\0-\x7F\uFFFD]/g) >= count(text, /\uFFFD/g);
    return isUtf8 ? withReplaced(text) : singleByteText(bytes);
  }
}
