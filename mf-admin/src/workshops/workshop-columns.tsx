import { shortDate } from '@ki/shared/format/dates.ts';
import { formatDuration } from '@ki/shared/format/durations.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import type { TableFeatures } from '../records/table/data-table.tsx';
import { DeleteRow, RowActions, RowLink } from '../records/table/row-actions.tsx';
import { RowTitle } from '../records/table/row-title.tsx';
import { deleteWorkshop } from './data/delete-workshop.ts';
import type { WorkshopRow } from './data/workshop.ts';

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
      <RowActions id={workshop.id}>
        <RowLink id={workshop.id} to={addresses.editWorkshop({ id: workshop.id })}>
          Edit
        </RowLink>
        <DeleteRow
          row={workshop}
          question="Are you sure you want to delete this workshop?"
          failure="Failed to delete workshop"
          remove={(id) => asStaff((client) => deleteWorkshop(client, id))}
        />
      </RowActions>
    ),
  }),
]);
