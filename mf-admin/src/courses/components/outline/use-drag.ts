import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { type CourseOrder, isAbove, isModule, nextTarget, orderAfterDrop } from '../../model/course-order.ts';
import type { ModuleOutline } from '../../model/course-outline.ts';

export type OutlineKind = 'module' | 'lesson';

/**
 * Focuses the element with an id after the next render: a row that moves into another module is mounted anew and loses
 * the focus.
 */
export function useRestoredFocus(): (id: string) => void {
  // An object, so that the same id can be focused twice.
  const [request, setRequest] = useState<{ readonly id: string } | null>(null);
  useEffect(() => {
    if (request) document.getElementById(request.id)?.focus();
  }, [request]);
  return (id) => setRequest({ id });
}

export const titleOf = (modules: readonly ModuleOutline[], id: string): string => {
  const all = modules.flatMap((module) => [module, ...module.lessons]);
  return all.find((one) => one.id === id)?.title ?? '';
};

/** Example: `Lesson “A” is number 2 of 5 in module “B”.` */
export function positionText(modules: readonly ModuleOutline[], order: CourseOrder, id: string): string {
  const title = titleOf(modules, id);
  if (isModule(order, id)) {
    return `Module “${title}” is number ${order.findIndex((module) => module.id === id) + 1} of ${order.length}.`;
  }
  const home = order.find(({ lessons }) => lessons.includes(id));
  if (!home) return '';
  const number = home.lessons.indexOf(id) + 1;
  return `Lesson “${title}” is number ${number} of ${home.lessons.length} in module “${titleOf(modules, home.id)}”.`;
}

export const INSTRUCTIONS = {
  draggable:
    'To move this, press space or enter. Then use the arrow keys up and down, and press space or enter again to drop it, or escape to leave it where it was.',
};

interface DragState {
  readonly id: string;
  readonly over: string;
}

/** The dragged module or lesson; `over` is the row whose position a drop would give it. */
export interface Dragged extends DragState {
  readonly kind: OutlineKind;
  readonly side: 'before' | 'after' | null;
}

function draggedIn(order: CourseOrder, { id, over }: DragState): Dragged {
  const side = isAbove(order, id, over) ? 'after' : 'before';
  return { id, over, kind: isModule(order, id) ? 'module' : 'lesson', side: over === id ? null : side };
}

/** Returns null for rows that the drag does not change, so that memoized rows are not rendered again. */
export const draggedAt = (dragged: Dragged | null, ...ids: readonly string[]): Dragged | null =>
  dragged && (ids.includes(dragged.id) || ids.includes(dragged.over)) ? dragged : null;

export interface DragOptions {
  readonly modules: readonly ModuleOutline[];
  readonly order: CourseOrder;
  readonly onMove: (order: CourseOrder) => void;
  readonly announce: (text: string) => void;
}

export const handleId = (id: string) => `handle-${id}`;
export const rowElementId = (id: string) => `target-${id}`;

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
const isPress = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';
const handleOf = ({ target }: KeyboardEvent | FocusEvent) =>
  target instanceof HTMLElement ? target.dataset.handle : undefined;

/**
 * State of dragging by pointer or keyboard. Keys work on the order alone and measure no layout, so that a long course
 * reacts to each key at once.
 */
export function useDrag({ modules, order, onMove, announce }: DragOptions) {
  const [dragState, setDragState] = useState<DragState | null>(null);
  const dragged = useMemo(() => dragState && draggedIn(order, dragState), [order, dragState]);
  const restoreFocus = useRestoredFocus();

  const announcePosition = (word: string, next: CourseOrder, id: string) =>
    announce(`${word}${positionText(modules, next, id)}`);
  const pickUp = (id: string) => {
    setDragState({ id, over: id });
    announcePosition('Picked up. ', order, id);
  };
  const dragOver = (over: string) => {
    if (!dragState || dragState.over === over) return;
    const { id } = dragState;
    setDragState({ id, over });
    announcePosition('', orderAfterDrop(order, id, over), id);
  };
  const drop = () => {
    if (!dragState) return;
    const { id, over } = dragState;
    const next = over === id ? order : orderAfterDrop(order, id, over);
    setDragState(null);
    if (next !== order) onMove(next);
    announcePosition('Dropped. ', next, id);
  };
  const cancel = () => {
    if (!dragState) return;
    setDragState(null);
    announcePosition('Cancelled. ', order, dragState.id);
  };

  const step = (by: 1 | -1) => {
    if (!dragState) return;
    const over = nextTarget(order, dragState.id, dragState.over, by);
    document.getElementById(rowElementId(over))?.scrollIntoView({ block: 'nearest' });
    dragOver(over);
  };
  const press = (id: string) => {
    if (!dragState) return pickUp(id);
    drop();
    restoreFocus(handleId(id));
  };
  const handlerFor = (event: KeyboardEvent, id: string): (() => void) | undefined => {
    if (isPress(event)) return event.repeat ? () => undefined : () => press(id);
    if (!dragState) return undefined;
    if (event.key === 'Escape') return cancel;
    const by = STEPS[event.key];
    return by && (() => step(by));
  };

  return {
    dragged,
    pickUp,
    dragOver,
    drop,
    cancel,
    keys: {
      onKeyDown: (event: KeyboardEvent) => {
        const id = handleOf(event);
        const handler = id === undefined ? undefined : handlerFor(event, id);
        if (!handler) return;
        event.preventDefault();
        handler();
      },
      onBlur: (event: FocusEvent) => {
        if (dragState && handleOf(event) === dragState.id) cancel();
      },
    },
  };
}
