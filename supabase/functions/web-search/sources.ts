import type { Source } from '../_shared/sources.ts';

interface SearchResult {
  readonly url: string;
  readonly title?: string | null | undefined;
  readonly date?: string | null | undefined;
}

/**
 * The sources in the order that the numbers in the text count. Newer answers carry `search_results`, older ones only
 * `citations`; both count from 1, and where one list is shorter the other goes on.
 */
export function sourcesOf(citations: readonly string[], results: readonly SearchResult[]): Source[] {
  const known = results.map(({ url, title, date }) => ({ url, ...(title && { title }), ...(date && { date }) }));
  return [...known, ...citations.slice(known.length).map((url) => ({ url }))];
}
