import { dateTime } from '@ki/shared/format/dates.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { createColumnHelper } from '@tanstack/react-table';
import { kindOf } from '../records/model/kinds.ts';
import type { TrashRow } from '../records/model/trash.ts';
import type { TableFeatures } from '../records/table/data-table.tsx';
import { RowTitle } from '../records/table/row-title.tsx';
import { RestoreButton } from './restore-button.tsx';

const column = createColumnHelper<TableFeatures, TrashRow>();

const alongWith = ({ moduleCount, lessonCount }: TrashRow) =>
  [
    moduleCount > 0 && plural(moduleCount, 'module', 'modules'),
    lessonCount > 0 && plural(lessonCount, 'lesson', 'lessons'),
  ]
    .filter((part) => part !== false)
    .join(', ');

export const trashColumns = column.columns([
  column.accessor('title', {
    header: 'Title',
    cell: ({ row: { original: row } }) => <RowTitle id={row.id} title={row.title} more={alongWith(row)} />,
  }),
  column.accessor('relation', { header: 'Kind', cell: ({ row }) => kindOf(row.original.relation) }),
  column.accessor('deletedAt', {
    header: 'Deleted',
    cell: ({ row: { original: row } }) => (
      <time dateTime={row.deletedAt} lang="de">
        {dateTime(row.deletedAt)}
      </time>
    ),
  }),
  column.accessor('deletedBy', { header: 'By', cell: ({ row }) => row.original.deletedBy ?? 'The system' }),
  column.display({ id: 'actions', header: 'Actions', cell: ({ row }) => <RestoreButton row={row.original} /> }),
]);
