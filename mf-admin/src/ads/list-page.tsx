import { isTeam } from '@ki/shared/format/ad.ts';
import { shortDate } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { changeRecord } from '../kinds/data/records.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { StatusButton } from '../kit/table/row-buttons.tsx';
import { recordColumns } from '../records/list/columns.tsx';
import { listPage } from '../records/list-page.tsx';
import { type AdRow, ad as kind } from './ad-record.ts';

const AdStatus = ({ ad }: { readonly ad: AdRow }) => (
  <StatusButton
    row={ad}
    change={({ id, isActive }) =>
      asStaff((client) => changeRecord(client, kind, id, { isActive: !isActive }, kind.listed))
    }
    show={({ isActive }) => ({ tone: isActive ? 'success' : 'neutral', text: isActive ? 'Active' : 'Inactive' })}
    failure="An error occurred"
  />
);

export const Component = listPage(kind, {
  title: 'Ads Management',
  subtitle: 'Manage advertisement banners',
  label: 'Ads',
  none: { text: 'No ads yet', action: 'Create Your First Ad' },
  columns: recordColumns(kind, {
    more: ({ subtitle }) => subtitle,
    own: {
      type: [
        'Type',
        ({ type }) => <Badge $tone={isTeam(type) ? 'brand' : 'accent'}>{isTeam(type) ? 'Team' : 'Individual'}</Badge>,
      ],
      isActive: ['Status', (row) => <AdStatus ad={row} />],
      createdAt: ['Created', ({ createdAt }) => <time dateTime={createdAt}>{shortDate(createdAt)}</time>],
      subtitle: null,
    },
    duplicates: true,
  }),
});
