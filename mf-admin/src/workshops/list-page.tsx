import { shortDate } from '@ki/shared/format/dates.ts';
import { formatDuration } from '@ki/shared/format/durations.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { addresses } from '../addresses.ts';
import { listPage } from '../records/list-page.tsx';
import type { TableFeatures } from '../records/table/data-table.tsx';
import { RecordActions } from '../records/table/record-actions.tsx';
import { RowTitle } from '../records/table/row-title.tsx';
import { workshop as kind, type WorkshopRow } from './workshop-record.ts';

const column = createColumnHelper<TableFeatures, WorkshopRow>();

const columns = column.columns([
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
      <RecordActions kind={kind} row={workshop} edit={addresses.editWorkshop({ id: workshop.id })} />
    ),
  }),
]);

export const Component = listPage({
  title: 'Workshops',
  subtitle: 'All workshops on offer',
  label: 'Workshops',
  add: { to: addresses.newWorkshop, label: 'New Workshop' },
  none: { text: 'No workshops yet', action: 'Create Your First Workshop' },
  columns,
});
