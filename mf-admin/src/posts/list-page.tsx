import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { useAddressForm } from '@ki/shared/ui/form/use-address-form.ts';
import { PlusIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { NO_ROWS, type Page } from '../records/data/records.ts';
import { ReadFailed } from '../records/failures.tsx';
import { LegalNote } from '../records/legal-note.tsx';
import { PageHead } from '../records/page-head.tsx';
import { Note } from '../records/part.tsx';
import { columnsOf, DataTable, Pages } from '../records/table/data-table.tsx';
import { Published } from '../records/table/published.tsx';
import { RecordActions, RowTitle } from '../records/table/row.tsx';
import type { DashboardData } from './data/list-posts.ts';
import { FirstSteps } from './first-steps.tsx';
import { type PostQuery, type PostRow, searchOf, sortedBy, sortOf } from './model/post-list.ts';
import { post as kind } from './post-record.ts';
import { Unsigned } from './unsigned.tsx';
import { Waiting } from './waiting.tsx';

export function Component() {
  const { query, page, steps, waiting, unsigned, legal } = useLoaderData<DashboardData>();
  return (
    <>
      <PageHead
        title="Dashboard"
        subtitle="The posts of the blog: drafts, scheduled and published"
        action={
          <ButtonLink to={addresses.newPost} icon={<PlusIcon size={18} />}>
            New Post
          </ButtonLink>
        }
      />
      <Stack>
        {steps && (
          <Settled value={steps} loading={null}>
            {(result) => result.ok && <FirstSteps state={result.data} />}
          </Settled>
        )}
        <Settled value={waiting} loading={null}>
          {(result) => result.ok && <Waiting requests={result.data} />}
        </Settled>
        <Settled value={unsigned} loading={null}>
          {(result) => result.ok && <Unsigned query={query} count={result.data} />}
        </Settled>
        <LegalNote pages={legal} />
        <Settled value={page} loading={<Loading>Loading...</Loading>}>
          {(result) => (
            <Stack>
              {!result.ok && <ReadFailed />}
              <PostList query={query} page={result.ok ? result.data : NO_ROWS} />
            </Stack>
          )}
        </Settled>
      </Stack>
    </>
  );
}

export function PostList({ query, page }: { readonly query: PostQuery; readonly page: Page<PostRow> }) {
  const order = {
    column: query.sort,
    descending: query.descending,
    linkTo: (column: string) => {
      const sort = sortOf(column);
      return sort ? searchOf(sortedBy(query, sort)) : null;
    },
  };
  const isFiltered = query.search !== '' || query.unsigned || query.page > 1;
  return (
    <Stack>
      {(page.total > 0 || isFiltered) && <PostSearch query={query} total={page.total} />}
      <DataTable
        label="Posts"
        columns={postColumns}
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

export const postColumns = columnsOf<PostRow>([
  [
    'title',
    'Title',
    ({ id, title, draft, ai }) => (
      <Stack $gap={1}>
        <div>
          <RowTitle id={id} title={title} draft={draft} />
        </div>
        {ai === 'generated' && <Badge $tone="warning">AI, not signed off</Badge>}
      </Stack>
    ),
  ],
  ['author', 'Author', (row) => row.author],
  ['published', 'Published', (row) => <Published {...row} />],
  [
    'actions',
    'Actions',
    (post) => (
      <RecordActions kind={kind} row={post} edit={addresses.editPost({ id: post.id })} add={addresses.newPost} />
    ),
  ],
]);

const Row = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[3]} ${space[5]};

  > :first-child {
    flex: 0 1 24rem;
  }
`;

export function PostSearch({ query, total }: { readonly query: PostQuery; readonly total: number }) {
  const { form } = useAddressForm({
    values: { q: query.search },
    addressOf: (fields) => searchOf({ ...query, search: fields.get('q')?.trim() ?? '', page: 1 }),
    replaces: true,
  });
  return (
    <Row role="search" {...form}>
      <SearchField
        label="Search posts"
        labelHidden
        placeholder="Search title or author"
        name="q"
        defaultValue={query.search}
      />
      <Note role="status">{plural(total, 'post', 'posts')}</Note>
    </Row>
  );
}
