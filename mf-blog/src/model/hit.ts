import { beginningOf } from '@ki/shared/format/beginning-of.ts';

/** The database returns no more hits for a query. */
export const MAX_HITS = 100;

interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

export interface Hit {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly path: string;
  readonly excerpt: readonly Piece[];
}

export interface SearchResult {
  readonly hits: readonly Hit[];
  /** No text has all words of the query: the hits have some. */
  readonly isPartial?: boolean;
  /** Without hits: a query with other words that has some. */
  readonly suggestion?: string | undefined;
}

/** The database puts these around each hit. */
const START = '\uE000';
const END = '\uE001';

const LONGEST = 300;
const BEFORE_A_HIT = 100;

/** The part of a plain text around its first hit. */
export function shortened(text: string): string {
  const hit = text.indexOf(START);
  const from = hit - BEFORE_A_HIT;
  if (text.length <= LONGEST || from <= 0) return beginningOf(text, LONGEST);
  const blank = text.indexOf(' ', from);
  // A script without blanks has none before the hit.
  return `… ${beginningOf(text.slice(blank < 0 || blank > hit ? from : blank + 1), LONGEST)}`;
}

export function piecesOf(excerpt: string): Piece[] {
  return excerpt
    .split(START)
    .flatMap((part, index) => {
      const end = index === 0 ? -1 : part.indexOf(END);
      return [
        { text: end < 0 ? '' : part.slice(0, end), isHit: true },
        { text: part.slice(end + 1), isHit: false },
      ];
    })
    .filter(({ text }) => text !== '');
}
