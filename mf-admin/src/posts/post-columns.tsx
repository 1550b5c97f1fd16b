import { dateTime } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { addresses } from '../addresses.ts';
import type { TableFeatures } from '../records/table/data-table.tsx';
import { RecordActions } from '../records/table/record-actions.tsx';
import { RowTitle } from '../records/table/row-title.tsx';
import type { PostRow } from './model/post.ts';
import { post as kind } from './post-record.ts';

const column = createColumnHelper<TableFeatures, PostRow>();

function Published({ post: { state, publishedAt } }: { readonly post: PostRow }) {
  if (state === 'draft' || publishedAt === null) return <Badge $tone="warning">Draft</Badge>;
  return (
    <Cluster $gap={2}>
      <time dateTime={publishedAt} lang="de">
        {dateTime(publishedAt)}
      </time>
      {state === 'scheduled' && <Badge $tone="brand">Scheduled</Badge>}
    </Cluster>
  );
}

export const postColumns = column.columns([
  column.accessor('title', {
    header: 'Title',
    cell: ({ row: { original: post } }) => <RowTitle id={post.id} title={post.title} />,
  }),
  column.accessor('author', { header: 'Author' }),
  column.accessor('publishedAt', {
    id: 'published',
    header: 'Published',
    cell: ({ row }) => <Published post={row.original} />,
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row: { original: post } }) => (
      <RecordActions kind={kind} row={post} edit={addresses.editPost({ id: post.id })} />
    ),
  }),
]);
