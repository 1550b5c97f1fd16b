import { useMemo, useRef, useState } from 'react';
import { arranged, type CourseOrder, orderOf } from '../../model/course-order.ts';
import type { ModuleOutline } from '../../model/course-outline.ts';

interface Shown {
  readonly order: CourseOrder;
  /** Set once it is saved: the modules it was shown over. Newer ones from the server need it no longer. */
  readonly savedOver?: readonly ModuleOutline[];
}

export interface CourseOrdering {
  /** As it is shown: with moves that are still being saved. */
  readonly modules: readonly ModuleOutline[];
  readonly order: CourseOrder;
  readonly move: (order: CourseOrder) => void;
  readonly saving: boolean;
  /** The last move could not be saved, and was undone. */
  readonly failed: boolean;
}

export interface CourseOrderOptions {
  readonly modules: readonly ModuleOutline[];
  readonly save: (order: CourseOrder) => Promise<void>;
  /** Called when everything is saved. */
  readonly onSaved: () => void;
}

/**
 * Shows a move at once and saves it in one request; undoes it when that fails. Moves that are made while one is being
 * saved wait for it and go together, so that requests cannot overtake each other.
 */
export function useCourseOrder({ modules, save, onSaved }: CourseOrderOptions): CourseOrdering {
  const [shown, setShown] = useState<Shown | null>(null);
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  const waiting = useRef<CourseOrder | null>(null);
  const running = useRef(false);
  const isShown = shown !== null && (shown.savedOver === undefined || shown.savedOver === modules);

  const saveWaiting = async () => {
    for (let next = waiting.current; next; next = waiting.current) {
      waiting.current = null;
      await save(next);
    }
  };

  const run = async () => {
    if (running.current) return;
    running.current = true;
    setState('saving');
    try {
      await saveWaiting();
      setShown((current) => current && { ...current, savedOver: modules });
      setState('idle');
      onSaved();
    } catch (error) {
      console.error(error);
      waiting.current = null;
      setShown(null);
      setState('failed');
    } finally {
      running.current = false;
    }
  };

  const moves = isShown ? shown.order : null;
  const current = useMemo(() => (moves ? arranged(modules, moves) : modules), [modules, moves]);
  const order = useMemo(() => orderOf(current), [current]);
  return {
    modules: current,
    order,
    move: (next) => {
      waiting.current = next;
      setShown({ order: next });
      void run();
    },
    saving: state === 'saving',
    failed: state === 'failed',
  };
}
