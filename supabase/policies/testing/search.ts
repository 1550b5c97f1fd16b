import type { PolicyBackend } from './backend.ts';
import { givenRecords } from './records.ts';

interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly slug: string | null;
  readonly title: string;
  readonly excerpt: string;
  readonly passage: string | null;
  readonly outline: string | null;
}

export const idsOf = (hits: readonly Hit[]) => hits.map(({ id }) => id).sort();

export function givenSearch(backend: Pick<PolicyBackend, 'as' | 'owner'>) {
  const { call } = givenRecords(backend);
  const searchRows = (query: string, max_hits?: number, client = backend.as.visitor): Promise<readonly Hit[]> =>
    call('search', { query, max_hits }, client);
  /** The hits with all words of a query. */
  async function search(...query: Parameters<typeof searchRows>): Promise<readonly Hit[]> {
    const rows = await searchRows(...query);
    return rows[0]?.kind === 'partial' ? [] : rows;
  }
  return { searchRows, search };
}
