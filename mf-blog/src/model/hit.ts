/** The database returns no more hits for a query. */
export const MAX_HITS = 100;

export interface Piece {
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
