import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { type Hit, MOST_HITS, toHits } from '../model/hit.ts';

/** What visitors may read that has all words of the query, best first, at most {@link MOST_HITS}. */
export async function searchSite(reader: Reader, query: string): Promise<readonly Hit[]> {
  // Text in PostgreSQL cannot hold a NUL; between words it is as good as a blank.
  const words = query.replaceAll('\0', ' ');
  return toHits(unwrap(await reader.rpc('search', { query: words, max_hits: MOST_HITS })));
}
