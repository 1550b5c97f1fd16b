import { isTeam } from '@ki/shared/format/ad.ts';
import { shortDate } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { addresses } from '../addresses.ts';
import { changeRecord } from '../kinds/data/records.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { columnsOf } from '../kit/table/data-table.tsx';
import { StatusButton } from '../kit/table/status-button.tsx';
import { RecordActions, RecordTitle } from '../records/list/record-row.tsx';
import { listPage } from '../records/list-page.tsx';
import { type AdRow, ad as kind, LISTED } from './ad-record.ts';

const AdStatus = ({ ad }: { readonly ad: AdRow }) => (
  <StatusButton
    row={ad}
    change={({ id, isActive }) => asStaff((client) => changeRecord(client, kind, id, { isActive: !isActive }, LISTED))}
    show={({ isActive }) => ({ tone: isActive ? 'success' : 'neutral', text: isActive ? 'Active' : 'Inactive' })}
    failure="An error occurred"
  />
);

const columns = columnsOf<AdRow>([
  ['title', 'Title', (ad) => <RecordTitle id={ad.id} title={ad.title} more={ad.subtitle} draft={ad.draft} />],
  [
    'type',
    'Type',
    (ad) => <Badge $tone={isTeam(ad.type) ? 'brand' : 'accent'}>{isTeam(ad.type) ? 'Team' : 'Individual'}</Badge>,
  ],
  ['status', 'Status', (row) => <AdStatus ad={row} />],
  ['createdAt', 'Created', (ad) => <time dateTime={ad.createdAt}>{shortDate(ad.createdAt)}</time>],
  [
    'actions',
    'Actions',
    (ad) => <RecordActions kind={kind} row={ad} edit={addresses.editAd({ id: ad.id })} add={addresses.newAd} />,
  ],
]);

export const Component = listPage({
  title: 'Ads Management',
  subtitle: 'Manage advertisement banners',
  label: 'Ads',
  add: { to: addresses.newAd, label: 'New Ad' },
  none: { text: 'No ads yet', action: 'Create Your First Ad' },
  columns,
});
