import { dateTime, fromLocalInput, toLocalInput } from '@ki/shared/format/dates.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useId, useState } from 'react';
import { ActionDialog } from '../action-dialog.tsx';
import { asStaff } from '../data/as-staff.ts';
import { namesOf } from '../data/history.ts';
import { FieldChanges } from '../difference.tsx';
import { changesBetween } from '../model/conflict-texts.ts';
import type { AnyRecordKind, Draft, DraftSchedule } from '../model/define-record.ts';
import type { FieldChange } from '../model/difference.ts';
import { referencesIn } from '../model/merge-record.ts';
import { restoreErrorText } from '../undo/messages.ts';
import { useOperation } from '../use-operation.ts';
import type { RecordEditor } from './use-record-form.ts';

interface DraftNoticeProps {
  readonly editor: RecordEditor;
  readonly draft: Draft<AnyRecordKind>;
}

function whenPublished({ publishAt, failure }: DraftSchedule, update: string): string {
  if (failure !== null) return `It was not published at its time: ${failure}`;
  if (publishAt !== null) return `It is published on ${dateTime(publishAt)}; ${update} publishes it now.`;
  return `${update} publishes it.`;
}

/** Says that the form shows a draft, and offers what can be done with it. */
export function DraftNotice({ editor, draft }: DraftNoticeProps) {
  const [isScheduling, setIsScheduling] = useState(false);
  const [changes, setChanges] = useState<readonly FieldChange[] | null>(null);
  const id = useId();
  const discarding = useOperation(editor.discardDraft);
  const comparing = useOperation(async () => setChanges(await changesOf(editor, draft)));
  const isScheduled = draft.publishAt !== null;
  return (
    <>
      <Notice
        tone={draft.failure === null ? 'info' : 'warning'}
        title="Published, with changes"
        action={
          <Cluster $gap={2}>
            <Button
              variant="secondary"
              size="small"
              aria-expanded={changes !== null}
              aria-controls={id}
              busy={comparing.busy}
              onClick={() => (changes ? setChanges(null) : void comparing.run())}
            >
              {changes ? 'Hide Changes' : 'Show Changes'}
            </Button>
            <Button variant="secondary" size="small" onClick={() => setIsScheduling(true)}>
              {isScheduled ? 'Reschedule' : 'Schedule'}
            </Button>
            {isScheduled && (
              <Button variant="secondary" size="small" onClick={() => editor.submit({ draft: { publishAt: null } })}>
                Cancel Schedule
              </Button>
            )}
            <Button variant="secondary" size="small" busy={discarding.busy} onClick={() => void discarding.run()}>
              Discard Draft
            </Button>
          </Cluster>
        }
      >
        This is a draft, which visitors do not see. {whenPublished(draft, editor.texts.update)}
        {discarding.failed && (
          <p>{restoreErrorText(discarding.error, 'The draft could not be discarded. Please try again in a moment.')}</p>
        )}
        {comparing.failed && <p>The changes could not be loaded. Please try again in a moment.</p>}
      </Notice>
      <div id={id}>{changes && <Changes changes={changes} />}</div>
      {isScheduling && (
        <ScheduleDialog
          publishAt={draft.publishAt}
          onSchedule={(publishAt) => {
            setIsScheduling(false);
            editor.submit({ draft: { publishAt } });
          }}
          onClose={() => setIsScheduling(false)}
        />
      )}
    </>
  );
}

const Changes = ({ changes }: { readonly changes: readonly FieldChange[] }) => (
  <Stack as="section" aria-label="Changes of the draft" $gap={3}>
    {changes.length > 0 ? <FieldChanges changes={changes} /> : <p>The draft has no change of these fields.</p>}
  </Stack>
);

async function changesOf({ record, fields }: RecordEditor, draft: Draft<AnyRecordKind>) {
  const live = record?.values ?? {};
  const ids = referencesIn(fields, [live, draft.values]);
  return changesBetween(fields, live, draft.values, new Map(await asStaff((client) => namesOf(client, ids))));
}

interface ScheduleDialogProps {
  readonly publishAt: string | null;
  readonly onSchedule: (publishAt: string) => void;
  readonly onClose: () => void;
}

function ScheduleDialog({ publishAt, onSchedule, onClose }: ScheduleDialogProps) {
  const [error, setError] = useState<string>();
  const submit = (input: FormData) => {
    const at = fromLocalInput(String(input.get('publishAt')));
    if (at === null || Date.parse(at) <= Date.now()) setError('Choose a time in the future');
    else onSchedule(at);
  };
  return (
    <ActionDialog title="Publish this draft later" action="Schedule" onSubmit={submit} onClose={onClose}>
      <TextField
        label="Publish At"
        type="datetime-local"
        name="publishAt"
        hint="Local time. What the form holds is saved in the draft."
        defaultValue={toLocalInput(publishAt)}
        error={error}
        required
      />
    </ActionDialog>
  );
}
