import { paths } from '@ki/shared/contract/paths.ts';
import { isTeam } from '@ki/shared/format/ad.ts';
import { shortDate } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { RowActions, type TableFeatures } from '../../components/data-table.tsx';
import { RowTitle, titleId } from '../../components/row-title.tsx';
import { type AdRow, audienceOf } from '../../model/ad.ts';
import { AdStatus } from './ad-status.tsx';
import { DeleteAd } from './delete-ad.tsx';

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
      <RowActions>
        <ButtonLink to={paths.admin.editAd(ad.id)} variant="secondary" size="small" aria-describedby={titleId(ad.id)}>
          Edit
        </ButtonLink>
        <DeleteAd ad={ad} />
      </RowActions>
    ),
  }),
]);
