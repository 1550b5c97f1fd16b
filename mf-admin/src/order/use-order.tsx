import { Notice } from '@ki/shared/ui/notice.tsx';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import { failureText, useOperation } from '../kit/use-operation.ts';
import { useRestoredFocus } from './use-drag.ts';

interface Shown<Rows, Order> {
  readonly order: Order;
  /** The rows at the time of saving. Newer ones from the server are in the order. */
  readonly savedWith?: Rows;
}

interface OrderOptions<Rows, Order> {
  /** Must keep its identity between renders, as must `apply`. */
  readonly rows: Rows;
  /** Sorts rows as the database does: ids without a row are ignored, rows without an id come last. */
  readonly apply: (rows: Rows, order: Order) => Rows;
  readonly save: (order: Order) => Promise<void>;
  readonly onSaved: () => void;
}

/**
 * Optimistic order: shows a move at once, and goes back to the last stored order when saving fails. One request is in
 * flight at a time; later moves are saved together after it. The focus stays on a button that goes back with its row.
 */
export function useOrder<Rows, Order>({ rows, apply, save, onSaved }: OrderOptions<Rows, Order>) {
  const [shown, setShown] = useState<Shown<Rows, Order> | null>(null);
  const waiting = useRef<Order | null>(null);
  /** Those of an earlier move may arrive while a later one is saved. */
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  const restoreFocus = useRestoredFocus();
  const isShown = shown !== null && (shown.savedWith === undefined || shown.savedWith === rows);

  const { run, busy, failed, error } = useOperation(async () => {
    let stored: Shown<Rows, Order> | null = null;
    try {
      for (let next = waiting.current; next; next = waiting.current) {
        waiting.current = null;
        await save(next);
        stored = { order: next, savedWith: latest.current };
      }
    } catch (error) {
      waiting.current = null;
      restoreFocus(document.activeElement?.id ?? '');
      throw error;
    } finally {
      setShown(stored);
      if (stored) onSaved();
    }
  });

  const moves = isShown ? shown.order : null;
  const current = useMemo(() => (moves ? apply(rows, moves) : rows), [rows, moves, apply]);
  return {
    rows: current,
    move: (next: Order) => {
      waiting.current = next;
      setShown({ order: next });
      void run();
    },
    saving: busy,
    failed,
    error,
  };
}

/** `announcement` tells screen readers each position; `failed` says that the list shows the stored order again. */
export const OrderMessages = ({
  announcement,
  failed,
  error,
}: {
  readonly announcement: string;
  readonly failed: boolean;
  readonly error: unknown;
}) => (
  <>
    <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    {failed && (
      <Notice tone="error" title="The new order could not be saved.">
        {failureText(error, '')} The move was undone.
      </Notice>
    )}
  </>
);
