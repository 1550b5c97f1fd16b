import { DataError } from '@ki/shared/data/errors.ts';
import { dayKey, timeOfDay } from '@ki/shared/format/dates.ts';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../kit/data/as-staff.ts';
import { serverNow } from '../kit/model/clock.ts';
import { siteZoneAt } from '../kit/model/zones.ts';
import { isDenial, useOperation } from '../kit/use-operation.ts';
import { moveEntry } from './data/calendar.ts';
import { longDay } from './model/days.ts';
import { type Entry, effectOf, keyOf } from './model/entries.ts';

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

export function placeOf(iso: string): string {
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

export type Moves = ReturnType<typeof useMoves>;
