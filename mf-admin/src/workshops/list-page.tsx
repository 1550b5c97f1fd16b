import { shortDate } from '@ki/shared/format/dates.ts';
import { formatDuration } from '@ki/shared/format/durations.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { addresses } from '../addresses.ts';
import { columnsOf } from '../kit/table/data-table.tsx';
import { RecordActions, RecordTitle } from '../records/list/record-row.tsx';
import { listPage } from '../records/list-page.tsx';
import { workshop as kind, type WorkshopRow } from './workshop-record.ts';

const columns = columnsOf<WorkshopRow>([
  [
    'title',
    'Title',
    (workshop) => (
      <RecordTitle id={workshop.id} title={workshop.title} more={workshop.subtitle} draft={workshop.draft} />
    ),
  ],
  [
    'category',
    'Category',
    (workshop) =>
      workshop.category && (
        <Badge $tone="brand" lang="de">
          {workshop.category}
        </Badge>
      ),
  ],
  ['duration', 'Duration', (workshop) => formatDuration(workshop.duration)],
  ['maxParticipants', 'Participants', (workshop) => `Max ${workshop.maxParticipants}`],
  ['updatedAt', 'Updated', (workshop) => <time dateTime={workshop.updatedAt}>{shortDate(workshop.updatedAt)}</time>],
  [
    'actions',
    'Actions',
    (workshop) => (
      <RecordActions
        kind={kind}
        row={workshop}
        edit={addresses.editWorkshop({ id: workshop.id })}
        add={addresses.newWorkshop}
      />
    ),
  ],
]);

export const Component = listPage({
  title: 'Workshops',
  subtitle:
    'Each is an offer of its own at /workshops. Workshops of a program by topic, target group and level are in the Workshop Matrix.',
  label: 'Workshops',
  add: { to: addresses.newWorkshop, label: 'New Workshop' },
  none: { text: 'No workshops yet', action: 'Create Your First Workshop' },
  columns,
});
