import { isTeam } from '@ki/shared/format/ad.ts';
import { shortDate } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { addresses } from '../addresses.ts';
import { listPage } from '../records/list-page.tsx';
import type { TableFeatures } from '../records/table/data-table.tsx';
import { RecordActions } from '../records/table/record-actions.tsx';
import { RowTitle } from '../records/table/row-title.tsx';
import { type AdRow, ad as kind } from './ad-record.ts';
import { AdStatus } from './ad-status.tsx';

const column = createColumnHelper<TableFeatures, AdRow>();

const columns = column.columns([
  column.accessor('title', {
    header: 'Title',
    cell: ({ row: { original: ad } }) => <RowTitle id={ad.id} title={ad.title} more={ad.subtitle} />,
  }),
  column.accessor('type', {
    header: 'Type',
    cell: ({ row: { original: ad } }) => (
      <Badge $tone={isTeam(ad.type) ? 'brand' : 'accent'}>{isTeam(ad.type) ? 'Team' : 'Individual'}</Badge>
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
    cell: ({ row: { original: ad } }) => <RecordActions kind={kind} row={ad} edit={addresses.editAd({ id: ad.id })} />,
  }),
]);

export const Component = listPage({
  title: 'Ads Management',
  subtitle: 'Manage advertisement banners',
  label: 'Ads',
  add: { to: addresses.newAd, label: 'New Ad' },
  none: { text: 'No ads yet', action: 'Create Your First Ad' },
  columns,
});
