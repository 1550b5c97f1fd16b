import { isTeam } from '@ki/shared/format/ad.ts';
import { shortDate } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import type { TableFeatures } from '../records/table/data-table.tsx';
import { DeleteRow, RowActions, RowLink } from '../records/table/row-actions.tsx';
import { RowTitle } from '../records/table/row-title.tsx';
import { AdStatus } from './ad-status.tsx';
import { type AdRow, audienceOf } from './data/ad.ts';
import { deleteAd } from './data/delete-ad.ts';

const column = createColumnHelper<TableFeatures, AdRow>();

export const adColumns = column.columns([
  column.accessor('title', {
    header: 'Title',
    cell: ({ row: { original: ad } }) => <RowTitle id={ad.id} title={ad.title} more={ad.subtitle} />,
  }),
  column.accessor('type', {
    header: 'Type',
    cell: ({ row: { original: ad } }) => (
      <Badge $tone={isTeam(ad.type) ? 'brand' : 'accent'}>{audienceOf(ad.type)}</Badge>
    ),
  }),
  column.display({ id: 'status', header: 'Status', cell: ({ row }) => <AdStatus ad={row.original} /> }),
  column.accessor('createdAt', {
    header: 'Created',
    cell: ({ row: { original: ad } }) => <time dateTime={ad.createdAt}>{shortDate(ad.createdAt)}</time>,
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row: { original: ad } }) => (
      <RowActions id={ad.id}>
        <RowLink id={ad.id} to={addresses.editAd({ id: ad.id })}>
          Edit
        </RowLink>
        <DeleteRow
          row={ad}
          question="Are you sure you want to delete this ad?"
          failure="An error occurred"
          remove={(id) => asStaff((client) => deleteAd(client, id))}
        />
      </RowActions>
    ),
  }),
]);
