import { plural } from '@ki/shared/format/plural.ts';
import type { AnyRecordKind } from '../kinds/model/define-record.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { takeBack } from './data/restore.ts';
import { adjustedNote } from './messages.tsx';

/** Takes back what a change set did. Returns what became of its records, in words. */
export async function undoChangeSet(kinds: readonly AnyRecordKind[], changeSet: string): Promise<string> {
  const records = await asStaff((client) => takeBack(client, changeSet));
  const notes = records.flatMap(({ title, refused, adjusted }) => {
    const note = refused || adjustedNote(kinds, adjusted);
    return note ? [`“${title}”: ${note}`] : [];
  });
  const done = records.filter(({ refused }) => !refused).length;
  return [`${plural(done, 'record is', 'records are')} as before.`, ...notes].join(' ');
}
