import { toLocalInput } from '@ki/shared/format/dates.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useEffect, useRef, useState } from 'react';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { serverNow } from '../kit/model/clock.ts';
import { isSkipped, localTimeHint, momentOf, SKIPPED } from '../kit/model/zones.ts';
import { type Entry, effectOf } from './model/entries.ts';
import { type Moves, placeOf } from './use-moves.ts';

interface MoveDialogProps {
  readonly entry: Entry;
  readonly onMove: (to: string) => void;
  readonly onClose: () => void;
}

export function MoveDialog({ entry, onMove, onClose }: MoveDialogProps) {
  const [error, setError] = useState<string>();
  const before = toLocalInput(entry.publishedAt);
  const [typed, setTyped] = useState(before);
  const submit = (input: FormData) => {
    const local = String(input.get('to'));
    const to = momentOf(local, entry.publishedAt);
    if (isSkipped(local)) setError(SKIPPED);
    else if (to === null) setError('Enter a date and a time.');
    else onMove(to);
  };
  return (
    <ActionDialog title={`Move “${entry.title}”`} action="Move" onSubmit={submit} onClose={onClose}>
      <TextField
        label={entry.isDraft ? 'Publish At' : 'Publish Date'}
        type="datetime-local"
        name="to"
        defaultValue={before}
        onChange={({ target }) => setTyped(target.value)}
        hint={localTimeHint(typed, entry.publishedAt)}
        error={error}
      />
    </ActionDialog>
  );
}

export function MoveQuestion({ question, answer, busy }: Pick<Moves, 'question' | 'answer' | 'busy'>) {
  if (!question) return null;
  const { entry, to } = question;
  const isPublished = effectOf(entry.publishedAt, to, serverNow()) === 'published';
  return (
    <ActionDialog
      title={isPublished ? 'Publish it now?' : 'Hide it until then?'}
      action={isPublished ? 'Publish' : 'Hide'}
      busy={busy}
      onSubmit={() => answer(true)}
      onClose={() => answer(false)}
    >
      <p>
        “<span lang="de">{entry.title}</span>”
        {isPublished
          ? ` becomes public at once: ${placeOf(to)} is in the past.`
          : ` is public. Visitors do not see it before ${placeOf(to)}.`}
      </p>
    </ActionDialog>
  );
}

/** The entry may be in another cell now: the focus goes to Undo. */
export function LastMove({ last, undo, busy, failure }: Pick<Moves, 'last' | 'undo' | 'busy' | 'failure'>) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (last) button.current?.focus({ preventScroll: true });
  }, [last]);
  return (
    <>
      {/* Stays mounted, because screen readers read only changes of an existing live region. */}
      <Cluster as="div" role="status">
        {last && (
          <>
            <span>
              “<span lang="de">{last.entry.title}</span>”
              {` is at ${placeOf(last.entry.publishedAt)} now.${last.note ? ` ${last.note}` : ''}`}
            </span>
            <Button ref={button} variant="secondary" size="small" busy={busy} onClick={undo}>
              {last.isUndone ? 'Redo' : 'Undo'}
            </Button>
          </>
        )}
      </Cluster>
      {failure && (
        <Notice tone="error" title="It could not be moved.">
          {failure}
        </Notice>
      )}
    </>
  );
}
