import { paths } from '@ki/shared/contract/paths.ts';
import { dateTime } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { RowActions, type TableFeatures } from '../../components/data-table.tsx';
import { RowTitle, titleId } from '../../components/row-title.tsx';
import type { PostRow } from '../../model/post.ts';
import { DeletePost } from './delete-post.tsx';

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
      <RowActions>
        <ButtonLink
          to={paths.admin.editPost(post.id)}
          variant="secondary"
          size="small"
          aria-describedby={titleId(post.id)}
        >
          Edit
        </ButtonLink>
        <DeletePost id={post.id} title={post.title} />
      </RowActions>
    ),
  }),
]);
