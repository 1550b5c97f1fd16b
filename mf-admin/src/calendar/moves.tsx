import { DataError } from '@ki/shared/data/errors.ts';
import { dayKey, timeOfDay, toLocalInput } from '@ki/shared/format/dates.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { asStaff } from '../kit/data/as-staff.ts';
import { serverNow } from '../kit/model/clock.ts';
import { isSkipped, localTimeHint, momentOf, SKIPPED, siteZoneAt } from '../kit/model/zones.ts';
import { isDenial, useOperation } from '../kit/use-operation.ts';
import { moveEntry } from './data/calendar.ts';
import { longDay } from './model/calendar-view.ts';
import { type Entry, effectOf, keyOf } from './model/entries.ts';

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

const FAILURES = {
  conflict: 'Somebody else has changed or deleted it meanwhile. The calendar shows the present state.',
  failed: 'Nothing was moved. Please try again.',
  past: 'A draft needs a time in the future. Its form publishes it now.',
} as const;

export interface Move {
  readonly entry: Entry;
  /** ISO 8601. */
  readonly to: string;
  /** Why it is another time of the day than that of the entry. */
  readonly note?: string;
}

/** Why the role of the account does not allow a move. */
export interface DeniedMove {
  /** The {@link keyOf} of the entry. */
  readonly entry: string;
  readonly reason: string;
}

function placeOf(iso: string): string {
  const zone = siteZoneAt(iso);
  return `${longDay(dayKey(iso))}, ${timeOfDay(iso)}${zone === null ? '' : ` in ${zone}`}`;
}

/** A move that visitors notice is asked about first. The last one can be undone. */
export function useMoves() {
  const { revalidate } = useRevalidator();
  const [isPast, setIsPast] = useState(false);
  const [latest, setLatest] = useState('');
  const [question, setQuestion] = useState<Move | null>(null);
  const [last, setLast] = useState<(Move & { readonly isUndone: boolean }) | null>(null);
  const { run, busy, failed, error } = useOperation(async ({ entry, to, note }: Move, isUndone: boolean) => {
    setLast(null);
    setLatest(keyOf(entry));
    try {
      const moved = await asStaff((client) => moveEntry(client, entry, to));
      setLast({ entry: moved, to: entry.publishedAt, isUndone, ...(note !== undefined && { note }) });
    } finally {
      await revalidate();
    }
  });
  const isConflict = error instanceof DataError && error.code === 'conflict';
  const denied: DeniedMove | null = failed && isDenial(error) ? { entry: latest, reason: error.message } : null;
  const start = (move: Move, isUndone = false) => {
    setQuestion(null);
    setIsPast(false);
    void run(move, isUndone);
  };
  return {
    busy,
    denied,
    failure: isPast ? FAILURES.past : failed && !denied ? FAILURES[isConflict ? 'conflict' : 'failed'] : null,
    question,
    answer: (isYes: boolean) => (isYes && question ? start(question) : setQuestion(null)),
    /** The move that takes back the last one. */
    last,
    undo: () => last && start({ entry: last.entry, to: last.to }, true),
    move: (move: Move) => {
      if (move.to === move.entry.publishedAt) return;
      const hasCome = Date.parse(move.to) <= serverNow();
      if (move.entry.isDraft) return hasCome ? setIsPast(true) : start(move);
      if (effectOf(move.entry.publishedAt, move.to, serverNow())) setQuestion(move);
      else start(move);
    },
  };
}

type Moves = ReturnType<typeof useMoves>;
