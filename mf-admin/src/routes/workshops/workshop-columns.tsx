import { paths } from '@ki/shared/contract/paths.ts';
import { shortDate } from '@ki/shared/format/dates.ts';
import { formatDuration } from '@ki/shared/format/durations.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { RowActions, type TableFeatures } from '../../components/data-table.tsx';
import { RowTitle, titleId } from '../../components/row-title.tsx';
import type { WorkshopRow } from '../../model/workshop.ts';
import { DeleteWorkshop } from './delete-workshop.tsx';

const column = createColumnHelper<TableFeatures, WorkshopRow>();

export const workshopColumns = column.columns([
  column.accessor('title', {
    header: 'Title',
    cell: ({ row: { original: workshop } }) => (
      <RowTitle id={workshop.id} title={workshop.title} more={workshop.subtitle} />
    ),
  }),
  column.accessor('category', {
    header: 'Category',
    cell: ({ row: { original: workshop } }) =>
      workshop.category && (
        <Badge $tone="brand" lang="de">
          {workshop.category}
        </Badge>
      ),
  }),
  column.accessor('duration', {
    header: 'Duration',
    cell: ({ row: { original: workshop } }) => formatDuration(workshop.duration),
  }),
  column.accessor('maxParticipants', {
    header: 'Participants',
    cell: ({ row: { original: workshop } }) => `Max ${workshop.maxParticipants}`,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    cell: ({ row: { original: workshop } }) => (
      <time dateTime={workshop.updatedAt}>{shortDate(workshop.updatedAt)}</time>
    ),
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row: { original: workshop } }) => (
      <RowActions>
        <ButtonLink
          to={paths.admin.editWorkshop(workshop.id)}
          variant="secondary"
          size="small"
          aria-describedby={titleId(workshop.id)}
        >
          Edit
        </ButtonLink>
        <DeleteWorkshop workshop={workshop} />
      </RowActions>
    ),
  }),
]);
