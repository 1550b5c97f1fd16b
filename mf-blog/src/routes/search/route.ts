import { defineRoute, withQueryAliases } from '@ki/shared/contract/define-route.ts';
import { queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { Read } from '@ki/shared/contract/reads.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { searchSite } from '../../data/search.ts';
import type { SearchResult } from '../../model/hit.ts';

const NO_HITS: Result<SearchResult> = { ok: true, data: { hits: [] } };

const loader = reads(({ url }) => {
  const query = (url.searchParams.get(queryKeys.search) ?? '').trim();
  const search: Read<SearchResult> = (reader) => searchSite(reader, query);
  return { query, result: query === '' ? NO_HITS : search };
});

export type SearchData = ReturnType<typeof loader>;

export const searchRoute = withQueryAliases(
  defineRoute({
    id: 'blog-search',
    path: paths.search,
    query: [queryKeys.search],
    loader,
    head: ({ data: { query } }) => ({ title: query === '' ? 'Suche' : `Suche: ${query}`, noindex: true }),
  }),
  { q: queryKeys.search },
);
