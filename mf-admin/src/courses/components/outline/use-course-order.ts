import { useMemo, useRef, useState } from 'react';
import { useOperation } from '../../../records/use-operation.ts';
import { applyOrder, type CourseOrder, orderOf } from '../../model/course-order.ts';
import type { ModuleOutline } from '../../model/course-outline.ts';

interface Shown {
  readonly order: CourseOrder;
  /** The modules at the time of saving. Newer ones from the server contain the order. */
  readonly savedWith?: readonly ModuleOutline[];
}

export interface CourseOrderOptions {
  readonly modules: readonly ModuleOutline[];
  readonly save: (order: CourseOrder) => Promise<void>;
  readonly onSaved: () => void;
}

/**
 * Optimistic order: shows a move at once, and reverts it when saving fails. One request is in flight at a time; later
 * moves are saved together after it.
 */
export function useCourseOrder({ modules, save, onSaved }: CourseOrderOptions) {
  const [shown, setShown] = useState<Shown | null>(null);
  const waiting = useRef<CourseOrder | null>(null);
  const isShown = shown !== null && (shown.savedWith === undefined || shown.savedWith === modules);

  const { run, busy, failed } = useOperation(async () => {
    try {
      for (let next = waiting.current; next; next = waiting.current) {
        waiting.current = null;
        await save(next);
      }
    } catch (error) {
      waiting.current = null;
      setShown(null);
      throw error;
    }
    setShown((current) => current && { ...current, savedWith: modules });
    onSaved();
  });

  const moves = isShown ? shown.order : null;
  const current = useMemo(() => (moves ? applyOrder(modules, moves) : modules), [modules, moves]);
  const order = useMemo(() => orderOf(current), [current]);
  return {
    modules: current,
    order,
    move: (next: CourseOrder) => {
      waiting.current = next;
      setShown({ order: next });
      void run();
    },
    saving: busy,
    failed,
  };
}
