import { type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { type CourseOrder, dropped, isAbove, isModule, nextPlace } from '../../model/course-order.ts';
import type { ModuleOutline } from '../../model/course-outline.ts';
import { whereabouts } from './announcements.ts';
import type { PlaceKind } from './use-place.ts';

/** A module or lesson that is being moved, and whose place it would take if it were dropped now. */
export interface Carried {
  readonly id: string;
  readonly kind: PlaceKind;
  readonly over: string;
  /** On which side of that place it would land; `null` where it was. */
  readonly side: 'before' | 'after' | null;
}

export interface CarryOptions {
  readonly modules: readonly ModuleOutline[];
  readonly order: CourseOrder;
  readonly onMove: (order: CourseOrder) => void;
  /** Tells a screen reader. */
  readonly say: (text: string) => void;
}

export interface Carry {
  readonly carried: Carried | null;
  readonly pickUp: (id: string) => void;
  readonly carryOver: (over: string) => void;
  readonly drop: () => void;
  readonly cancel: () => void;
  /** For the outline, whose handles carry `data-handle`: moves what they belong to by keys alone. */
  readonly keys: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

export const handleId = (id: string) => `handle-${id}`;
/** Names the place that something takes in the outline. */
export const placeId = (id: string) => `place-${id}`;

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
const isPress = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';
const handledBy = ({ target }: KeyboardEvent | FocusEvent) =>
  target instanceof HTMLElement ? target.dataset.handle : undefined;

/**
 * Picks up, carries and drops modules and lessons, whether a pointer or the keyboard does it. A key needs nothing
 * measured: it is told and shown before the next one is heard, however long the course.
 */
export function useCarry({ modules, order, onMove, say }: CarryOptions): Carry {
  const [carried, setCarried] = useState<Carried | null>(null);
  const [refocused, setRefocused] = useState<{ readonly id: string } | null>(null);

  // The document's focus: a row that moved into another module is a new one, and its handle should have it again.
  useEffect(() => {
    if (refocused) document.getElementById(handleId(refocused.id))?.focus();
  }, [refocused]);

  const saying = (word: string, next: CourseOrder, id: string) => say(`${word}${whereabouts(modules, next, id)}`);
  const pickUp = (id: string) => {
    setCarried({ id, kind: isModule(order, id) ? 'module' : 'lesson', over: id, side: null });
    saying('Picked up. ', order, id);
  };
  const carryOver = (over: string) => {
    if (!carried || carried.over === over) return;
    const { id } = carried;
    setCarried({ ...carried, over, side: over === id ? null : isAbove(order, id, over) ? 'after' : 'before' });
    saying('', dropped(order, id, over), id);
  };
  const drop = () => {
    if (!carried) return;
    const { id, over } = carried;
    const next = over === id ? order : dropped(order, id, over);
    setCarried(null);
    if (next !== order) onMove(next);
    saying('Dropped. ', next, id);
  };
  const cancel = () => {
    if (!carried) return;
    setCarried(null);
    saying('Cancelled. ', order, carried.id);
  };

  const step = (by: 1 | -1) => {
    if (!carried) return;
    const over = nextPlace(order, carried.id, carried.over, by);
    document.getElementById(placeId(over))?.scrollIntoView({ block: 'nearest' });
    carryOver(over);
  };
  const press = (id: string) => {
    if (!carried) return pickUp(id);
    drop();
    setRefocused({ id });
  };
  /** What a key does, if anything. */
  const actOf = (event: KeyboardEvent, id: string): (() => void) | undefined => {
    if (isPress(event)) return event.repeat ? () => undefined : () => press(id);
    if (!carried) return undefined;
    if (event.key === 'Escape') return cancel;
    const by = STEPS[event.key];
    return by && (() => step(by));
  };

  return {
    carried,
    pickUp,
    carryOver,
    drop,
    cancel,
    keys: {
      onKeyDown: (event) => {
        const id = handledBy(event);
        const act = id === undefined ? undefined : actOf(event, id);
        if (!act) return;
        event.preventDefault();
        act();
      },
      // Whoever goes elsewhere leaves it where it was.
      onBlur: (event) => {
        if (carried && handledBy(event) === carried.id) cancel();
      },
    },
  };
}
