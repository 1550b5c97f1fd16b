import { shortDate } from '@ki/shared/format/dates.ts';
import { onPhone } from '../kit/part.tsx';
import { recordColumns } from '../records/list/columns.tsx';
import { listPage } from '../records/list-page.tsx';
import { workshop as kind } from './workshop-record.ts';

export const Component = listPage(kind, {
  title: 'Workshops',
  subtitle:
    'Each is an offer of its own at /workshops. Workshops of a program by topic, target group and level are in the Workshop Matrix.',
  none: { text: 'No workshops yet', action: 'Create Your First Workshop' },
  columns: recordColumns(kind, {
    more: ({ subtitle }) => subtitle,
    own: { maxParticipants: ['Participants', ({ maxParticipants }) => `Max ${maxParticipants}`], subtitle: null },
    also: [['Updated', ({ updatedAt: at }) => onPhone('Updated ', <time dateTime={at}>{shortDate(at)}</time>)]],
    duplicates: true,
  }),
});
