import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import type { Page } from '../records/data/records.ts';
import { DataTable } from '../records/table/data-table.tsx';
import { Pages } from '../records/table/pages.tsx';
import type { PostRow } from './model/post.ts';
import { type PostQuery, searchOf, sortedBy } from './model/post-query.ts';
import { postColumns } from './post-columns.tsx';
import { PostSearch } from './post-search.tsx';

const SORTING = ['title', 'author', 'published'] as const;

/** The dashboard's table, with its search, order and pages. */
export function PostList({ query, page }: { readonly query: PostQuery; readonly page: Page<PostRow> }) {
  const order = {
    column: query.sort,
    descending: query.descending,
    linkTo: (column: string) => {
      const sort = SORTING.find((name) => name === column);
      return sort ? searchOf(sortedBy(query, sort)) : null;
    },
  };
  const isFiltered = query.search !== '' || query.page > 1;
  return (
    <Stack>
      {(page.total > 0 || isFiltered) && <PostSearch query={query} total={page.total} />}
      {page.rows.length > 0 ? (
        <DataTable label="Posts" columns={postColumns} rows={page.rows} order={order} />
      ) : (
        <EmptyState text={isFiltered ? 'No posts match your search.' : 'No posts yet'} />
      )}
      <Pages page={query.page} total={page.total} linkTo={(to) => searchOf({ ...query, page: to })} />
    </Stack>
  );
}
