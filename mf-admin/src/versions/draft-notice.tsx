import { toLocalInput } from '@ki/shared/format/dates.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { type ReactNode, useId, useState } from 'react';
import type { DraftSchedule } from '../kinds/model/define-record.ts';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { serverNow } from '../kit/model/clock.ts';
import { isSkipped, localTimeHint, momentOf, SKIPPED, siteDateTime } from '../kit/model/zones.ts';
import { useOperation } from '../kit/use-operation.ts';
import { FieldChanges } from './difference.tsx';
import { restoreErrorText } from './messages.tsx';
import type { FieldChange } from './model/difference.ts';

interface DraftNoticeProps {
  readonly draft: DraftSchedule;
  /** The label of the button that publishes the draft. */
  readonly publishedBy: string;
  readonly changes: () => Promise<readonly FieldChange[]>;
  readonly onSchedule: (publishAt: string | null) => void;
  readonly onDiscard: () => Promise<void>;
  /** Acts that the role of the account does not allow are not offered. */
  readonly mayPublish: boolean;
  readonly mayDiscard: boolean;
  readonly children?: ReactNode;
}

function whenPublished({ publishAt, failure }: DraftSchedule, publishedBy: string): string {
  if (failure !== null) return `It was not published at its time: ${failure}`;
  if (publishAt !== null) return `It is published on ${siteDateTime(publishAt)}; ${publishedBy} publishes it now.`;
  return `${publishedBy} publishes it.`;
}

/** Says that the page shows a draft, and offers what can be done with it. `children`: more buttons. */
export function DraftNotice(props: DraftNoticeProps) {
  const { draft, publishedBy, changes, onSchedule, onDiscard, mayPublish, mayDiscard, children } = props;
  const [isScheduling, setIsScheduling] = useState(false);
  const [shown, setShown] = useState<readonly FieldChange[] | null>(null);
  const id = useId();
  const discarding = useOperation(onDiscard);
  const comparing = useOperation(async () => setShown(await changes()));
  const isScheduled = draft.publishAt !== null;
  return (
    <>
      <Notice
        tone={draft.failure === null ? 'info' : 'warning'}
        title="Published, with changes"
        action={
          <Cluster $gap={2}>
            {children}
            <Button
              variant="secondary"
              size="small"
              aria-expanded={shown !== null}
              aria-controls={id}
              busy={comparing.busy}
              onClick={() => (shown ? setShown(null) : void comparing.run())}
            >
              {shown ? 'Hide Changes' : 'Show Changes'}
            </Button>
            {mayPublish && (
              <Button variant="secondary" size="small" onClick={() => setIsScheduling(true)}>
                {isScheduled ? 'Reschedule' : 'Schedule'}
              </Button>
            )}
            {mayPublish && isScheduled && (
              <Button variant="secondary" size="small" onClick={() => onSchedule(null)}>
                Cancel Schedule
              </Button>
            )}
            {mayDiscard && (mayPublish || !isScheduled) && (
              <Button variant="secondary" size="small" busy={discarding.busy} onClick={() => void discarding.run()}>
                Discard Changes
              </Button>
            )}
          </Cluster>
        }
      >
        This is a draft, which visitors do not see. {whenPublished(draft, publishedBy)}
        {discarding.failed && (
          <p>{restoreErrorText(discarding.error, 'The draft could not be discarded. Please try again in a moment.')}</p>
        )}
        {comparing.failed && <p>The changes could not be loaded. Please try again in a moment.</p>}
      </Notice>
      <div id={id}>{shown && <Changes changes={shown} />}</div>
      {isScheduling && (
        <ScheduleDialog
          publishAt={draft.publishAt}
          onSchedule={(publishAt) => {
            setIsScheduling(false);
            onSchedule(publishAt);
          }}
          onClose={() => setIsScheduling(false)}
        />
      )}
    </>
  );
}

const Changes = ({ changes }: { readonly changes: readonly FieldChange[] }) => (
  <Stack as="section" aria-label="Changes of the draft" $gap={3}>
    {changes.length > 0 ? <FieldChanges changes={changes} /> : <p>The draft is the same as what is published.</p>}
  </Stack>
);

interface ScheduleDialogProps {
  readonly publishAt: string | null;
  readonly onSchedule: (publishAt: string) => void;
  readonly onClose: () => void;
}

export function ScheduleDialog({ publishAt, onSchedule, onClose }: ScheduleDialogProps) {
  const [error, setError] = useState<string>();
  const before = toLocalInput(publishAt);
  const [typed, setTyped] = useState(before);
  const submit = (input: FormData) => {
    const local = String(input.get('publishAt'));
    const at = momentOf(local, publishAt);
    if (isSkipped(local)) setError(SKIPPED);
    else if (at === null || Date.parse(at) <= serverNow()) setError('Choose a time in the future');
    else onSchedule(at);
  };
  return (
    <ActionDialog title="Publish these changes later" action="Schedule" onSubmit={submit} onClose={onClose}>
      <TextField
        label="Publish At"
        type="datetime-local"
        name="publishAt"
        hint={`${localTimeHint(typed, publishAt)}. They wait in a draft until then, and visitors see no change.`}
        defaultValue={before}
        onChange={({ target }) => setTyped(target.value)}
        error={error}
        required
      />
    </ActionDialog>
  );
}
