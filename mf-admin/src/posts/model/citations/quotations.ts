/** Passages that a model gave for sentences. It may be wrong or lie, so each must be found in the source to the letter. */
import { citedArticle } from './cited-sentences.ts';

export interface Quotation {
  /** As the model wrote it. */
  readonly sentence: string;
  readonly quote: string;
}

/** A shorter quotation stands in every text. */
const LEAST_LETTERS = 20;
const LEAST_WORDS = 3;

const folded = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[„“”«»‟″]/g, '"')
    .replace(/[‚‘’‹›‛′`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();

/** The words and marks of a sentence without its citations and its Markdown. */
const bare = (sentence: string) =>
  folded(
    citedArticle(sentence)
      .sentences.map(({ text }) => text)
      .join(' '),
  );

const isLongEnough = (quote: string) => quote.length >= LEAST_LETTERS && quote.split(' ').length >= LEAST_WORDS;

/** Whether the match neither begins nor ends within a word or number. */
const isWhole = (text: string, start: number, end: number) =>
  !/[\p{L}\p{N}]{2}/u.test(text.slice(Math.max(0, start - 1), start + 1)) &&
  !/[\p{L}\p{N}]{2}/u.test(text.slice(end - 1, end + 1)) &&
  !/\d[.,]$/.test(text.slice(0, start)) &&
  !/^[.,]\d/.test(text.slice(end));

function standsIn(text: string, quote: string): boolean {
  let start = text.indexOf(quote);
  while (start >= 0 && !isWhole(text, start, start + quote.length)) start = text.indexOf(quote, start + 1);
  return start >= 0;
}

/** Finds the quotation of a sentence in a source; `undefined` where none of its quotations stands there. */
export function quotationsIn(text: string, quotes: readonly Quotation[]): (sentence: string) => string | undefined {
  const whole = quotes.length === 0 ? '' : folded(text);
  const valid = quotes
    .map(({ sentence, quote }) => ({ sentence: bare(sentence), quote: folded(quote) }))
    .filter(({ quote }) => isLongEnough(quote) && standsIn(whole, quote));
  return (sentence) => valid.find((one) => one.sentence === folded(sentence))?.quote;
}
