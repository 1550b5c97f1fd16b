/** Quotations, which a source must have to the letter, and addresses. */
import type { Range } from './numbers.ts';

export interface TextValue extends Range {
  readonly kind: 'quotation' | 'address';
  readonly text: string;
}

/** A passage that a model gave for a sentence. It may be wrong or lie. */
export interface Quotation {
  /** As the model wrote it. */
  readonly sentence: string;
  readonly quote: string;
}

const PAIRS = ['„“”"', '“”', '»«', '«»', '""', '‚‘’', '‹›', '›‹', '‘’', "''"];
/** An apostrophe stands between letters. */
const QUOTED = new RegExp(
  PAIRS.map(([open, ...closing]) => {
    const close = closing.join('');
    return `(?<![\\p{L}\\d])${open}(?:[^${close}]|(?<=\\p{L})[’'](?=\\p{L}))+[${close}](?!\\p{L})`;
  }).join('|'),
  'gu',
);

export const quotationsIn = (text: string): TextValue[] =>
  Array.from(text.matchAll(QUOTED), ({ 0: all, index }) => ({
    kind: 'quotation',
    text: all.slice(1, -1),
    start: index,
    end: index + all.length,
  }));

const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>()[\]"„“”»«|]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w.@/-])[\w-]+(?:\.[\w-]+)*\.(?:at|ch|com|de|eu|example|info|net|org)(?![\w.-]*\w)(?:\/[^\s<>()[\]"„“”»«|]*)?/gu;

export const addressesIn = (text: string): TextValue[] =>
  Array.from(text.matchAll(ADDRESS), ({ 0: all, index }) => {
    const address = all.replace(/[.,;:!?…*_]+$/, '');
    return { kind: 'address', text: address, start: index, end: index + address.length };
  });

export const plainAddress = (address: string) =>
  address
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, '')
    .replace(/\/$/, '');

/** The letters, digits and marks of a text, whatever its white space, Unicode form, quotation marks, hyphenation and Markdown. */
export const folded = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\u00ad|(?<=\p{L})[-‐]\n\s*(?=\p{Ll})|[*_\\]|^[ \t]*>/gmu, '')
    .replace(/["'„“”«»‟″‚‘’‹›‛′`]/g, '')
    .replace(/[‐-―−]/g, '-')
    .replace(/ß/g, 'ss')
    .replace(/\.{3}/g, '…')
    .replace(/\s+/g, ' ')
    .trim();

/** Whether the match neither begins nor ends within a word or number. */
const isWhole = (text: string, start: number, end: number) =>
  !/[\p{L}\p{N}]{2}/u.test(text.slice(Math.max(0, start - 1), start + 1)) &&
  !/[\p{L}\p{N}]{2}/u.test(text.slice(end - 1, end + 1)) &&
  !/\d[.,]$/.test(text.slice(0, start)) &&
  !/^[.,]\d/.test(text.slice(end));

function endOf(text: string, part: string, from: number): number {
  let start = text.indexOf(part, from);
  while (start >= 0 && !isWhole(text, start, start + part.length)) start = text.indexOf(part, start + 1);
  return start < 0 ? Number.NaN : start + part.length;
}

const GAP = /\s*[([]?…[)\]]?\s*/;

/** Whether a folded text has a quotation; what an ellipsis leaves out is skipped. */
export function hasQuotation(whole: string, quote: string): boolean {
  const parts = folded(quote)
    .split(GAP)
    .map((part) => part.replace(/^[\s.,;:!?-]+|[\s.,;:!?-]+$/g, ''));
  const end = parts.reduce((from, part) => (part === '' ? from : endOf(whole, part, from)), 0);
  return end > 0;
}

/** A shorter passage stands in every text. */
const LEAST_LETTERS = 20;

/** The passage that a model gave for a sentence; `undefined` where the source does not have it. */
export const quotedFor = (sentence: string, quotes: readonly Quotation[], whole: string): string | undefined =>
  quotes.find(
    (one) =>
      one.quote.length >= LEAST_LETTERS && bare(one.sentence) === bare(sentence) && hasQuotation(whole, one.quote),
  )?.quote;

/** A sentence without its citations, as the model may have written them. */
const bare = (sentence: string) =>
  folded(sentence.replace(/\\?\[{1,2}[^\]]*\]{1,2}/g, '')).replace(/ (?=[.,;:!?])/g, '');
