import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { DataTable } from '../records/table/data-table.tsx';
import { Pages } from '../records/table/pages.tsx';
import type { PostPage } from './data/list-posts.ts';
import { type PostQuery, searchOf, sortedBy } from './model/post-query.ts';
import { postColumns } from './post-columns.tsx';
import { PostSearch } from './post-search.tsx';

const SORTING = ['title', 'author', 'published'] as const;

/** The dashboard's table, with its search, order and pages. */
export function PostList({ query, page }: { readonly query: PostQuery; readonly page: PostPage }) {
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
      {page.posts.length > 0 ? (
        <DataTable label="Posts" columns={postColumns} rows={page.posts} order={order} />
      ) : (
        <EmptyState text={isFiltered ? 'No posts match your search.' : 'No posts yet'} />
      )}
      <Pages page={query.page} total={page.total} linkTo={(to) => searchOf({ ...query, page: to })} />
    </Stack>
  );
}
