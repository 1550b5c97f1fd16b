import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { nextTarget } from './model/order.ts';
import { type Point, usePointerDrag } from './pointer-drag.ts';

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

interface DragState {
  readonly id: string;
  readonly over: string;
}

/** The dragged row; `over` is the row whose position a drop would give it. */
export interface Dragged extends DragState {
  readonly side: 'before' | 'after' | null;
}

/** Returns null for rows that the drag does not change, so that memoized rows are not rendered again. */
export const draggedAt = (dragged: Dragged | null, ...ids: readonly string[]): Dragged | null =>
  dragged && (ids.includes(dragged.id) || ids.includes(dragged.over)) ? dragged : null;

interface DragOptions<Order> {
  readonly order: Order;
  /** The ids whose position a row can take, from top to bottom. */
  readonly targetsOf: (order: Order, id: string) => readonly string[];
  /** The order itself where a drop changes nothing. */
  readonly afterDrop: (order: Order, id: string, over: string) => Order;
  readonly onMove: (order: Order) => void;
  /** A sentence for screen readers. Example: `Lesson “A” is number 2 of 5 in module “B”.` */
  readonly positionText: (order: Order, id: string) => string;
  readonly announce: (text: string) => void;
}

export const handleId = (id: string) => `handle-${id}`;
export const rowElementId = (id: string) => `target-${id}`;

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
const isPress = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';
const handleOf = ({ target }: KeyboardEvent | FocusEvent) =>
  target instanceof HTMLElement ? target.dataset.handle : undefined;

function draggedIn(targets: readonly string[], { id, over }: DragState): Dragged {
  const side = targets.indexOf(id) < targets.indexOf(over) ? 'after' : 'before';
  return { id, over, side: over === id ? null : side };
}

/** Rows are below each other. */
function rowNearest(ids: readonly string[], { y }: Point): string | undefined {
  const distances = ids.map((id) => {
    const row = document.getElementById(rowElementId(id))?.getBoundingClientRect();
    return row ? Math.abs(y - (row.top + row.bottom) / 2) : Number.POSITIVE_INFINITY;
  });
  return ids[distances.indexOf(Math.min(...distances))];
}

export type Drag = ReturnType<typeof useDrag>;

/**
 * State of dragging by pointer or keyboard. Keys work on the order alone and measure no layout, so that a long list
 * reacts to each key at once.
 */
export function useDrag<Order>(options: DragOptions<Order>) {
  const { order, targetsOf, afterDrop, onMove, positionText, announce } = options;
  const [dragState, setDragState] = useState<DragState | null>(null);
  const dragged = useMemo(
    () => dragState && draggedIn(targetsOf(order, dragState.id), dragState),
    [order, dragState, targetsOf],
  );
  const restoreFocus = useRestoredFocus();

  const announcePosition = (word: string, next: Order, id: string) => announce(`${word}${positionText(next, id)}`);
  const pickUp = (id: string) => {
    setDragState({ id, over: id });
    announcePosition('Picked up. ', order, id);
  };
  const dragOver = (over: string) => {
    if (!dragState || dragState.over === over) return;
    const { id } = dragState;
    setDragState({ id, over });
    announcePosition('', afterDrop(order, id, over), id);
  };
  const drop = () => {
    if (!dragState) return;
    const { id, over } = dragState;
    const next = over === id ? order : afterDrop(order, id, over);
    setDragState(null);
    if (next !== order) onMove(next);
    announcePosition('Dropped. ', next, id);
  };
  const cancel = () => {
    if (!dragState) return;
    setDragState(null);
    announcePosition('Cancelled. ', order, dragState.id);
  };

  const moveTo = (point: Point) => {
    const over = dragState && rowNearest(targetsOf(order, dragState.id), point);
    if (over) dragOver(over);
  };
  const { held, image, onPointerDown } = usePointerDrag({ pickUp, moveTo, drop, cancel });

  const step = (by: 1 | -1) => {
    if (!dragState) return;
    const over = nextTarget(targetsOf(order, dragState.id), dragState.over, by);
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
    held,
    image,
    handlers: {
      onPointerDown,
      onKeyDown: (event: KeyboardEvent) => {
        const id = handleOf(event);
        // A drag by pointer ends by its release or by Escape.
        const handler = id === undefined || held !== null ? undefined : handlerFor(event, id);
        if (!handler) return;
        event.preventDefault();
        handler();
      },
      onBlur: (event: FocusEvent) => {
        if (dragState && held === null && handleOf(event) === dragState.id) cancel();
      },
    },
  };
}
