import { Badge } from '@ki/shared/ui/badge.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { useLoaderData } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { post as kind } from '../files/model/post-record.ts';
import { NO_ROWS, type Page } from '../kinds/data/records.ts';
import { PageHead } from '../kit/page-head.tsx';
import { ReadBeside, ReadList } from '../kit/read-list.tsx';
import { Pages } from '../kit/table/data-table.tsx';
import { ListSearch } from '../kit/table/list-search.tsx';
import { Published, RecordTitle, recordColumns } from '../records/list/columns.tsx';
import { RecordTable } from '../records/list/record-table.tsx';
import { ChangedTexts, FirstSteps } from './dashboard-parts.tsx';
import type { DashboardData } from './data/posts.ts';
import { type PostQuery, type PostRow, SORTS, searchOf, sortedBy, sortOf } from './model/post-list.ts';
import { WhatWaits } from './what-waits.tsx';

export function Component() {
  const { query, page, waits, steps, changed, warnings } = useLoaderData<DashboardData>();
  return (
    <>
      <PageHead
        title="Dashboard"
        subtitle="The posts of the blog: drafts, scheduled and published"
        add={{ to: addresses.newPost, label: 'New Post' }}
      />
      <Stack>
        {steps && <ReadBeside value={steps}>{({ steps: state }) => <FirstSteps state={state} />}</ReadBeside>}
        {changed && <ReadBeside value={changed}>{(texts) => <ChangedTexts texts={texts} />}</ReadBeside>}
        <ReadBeside value={waits}>
          {(found) => <WhatWaits query={query} waits={found} warnings={warnings} />}
        </ReadBeside>
        <ReadList value={page} none={NO_ROWS}>
          {(posts) => <PostList query={query} page={posts} />}
        </ReadList>
      </Stack>
    </>
  );
}

export function PostList({ query, page }: { readonly query: PostQuery; readonly page: Page<PostRow> }) {
  const order = {
    column: SORTS[query.sort],
    descending: query.descending,
    linkTo: (column: string) => {
      const sort = sortOf(column);
      return sort ? searchOf(sortedBy(query, sort)) : null;
    },
  };
  const isFiltered = query.search !== '' || query.unsigned || query.page > 1;
  return (
    <Stack>
      {(page.total > 0 || isFiltered) && (
        <ListSearch
          search={query.search}
          placeholder="Search title or author"
          addressOf={(search) => searchOf({ ...query, search, page: 1 })}
          total={page.total}
          noun={['post', 'posts']}
        >
          {query.unsigned && (
            <ButtonLink to={searchOf({ ...query, unsigned: false, page: 1 })} variant="secondary" size="small">
              Show All Posts
            </ButtonLink>
          )}
        </ListSearch>
      )}
      <RecordTable
        kind={kind}
        label="Posts"
        columns={columns}
        rows={page.rows}
        order={order}
        empty={isFiltered ? 'No posts match your search.' : 'No posts yet'}
        emptyAction={
          !isFiltered &&
          page !== NO_ROWS && (
            <Cluster $justify="center">
              <ButtonLink to={addresses.newPost} variant="secondary">
                Write the First Post
              </ButtonLink>
              <ButtonLink to={addresses.transfer} variant="secondary">
                Import Posts
              </ButtonLink>
            </Cluster>
          )
        }
      />
      <Pages page={query.page} total={page.total} linkTo={(to) => searchOf({ ...query, page: to })} />
    </Stack>
  );
}

const columns = recordColumns(kind, {
  own: {
    title: [
      'Title',
      ({ id, title, draft, ai }) => (
        <Stack $gap={1}>
          <div>
            <RecordTitle id={id} title={title} to={addresses.editPost({ id })} draft={draft} />
          </div>
          {ai === 'generated' && <Badge $tone="warning">AI, not signed off</Badge>}
        </Stack>
      ),
    ],
    publishedAt: ['Published', ({ publishedAt }) => <Published publishedAt={publishedAt} />],
    slug: null,
    ai: null,
  },
  duplicates: true,
});
