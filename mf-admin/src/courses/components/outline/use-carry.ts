import { type FocusEvent, type KeyboardEvent, useMemo, useState } from 'react';
import { type CourseOrder, dropped, isAbove, isModule, nextPlace } from '../../model/course-order.ts';
import type { ModuleOutline } from '../../model/course-outline.ts';
import { whereabouts } from './announcements.ts';
import { useFocusAgain } from './use-focus-again.ts';
import type { PlaceKind } from './use-place.ts';

interface Held {
  readonly id: string;
  readonly over: string;
}

/** A module or lesson that is being moved, and whose place it would take if it were dropped now. */
export interface Carried extends Held {
  readonly kind: PlaceKind;
  /** On which side of that place it would land; `null` where it was. */
  readonly side: 'before' | 'after' | null;
}

function carriedIn(order: CourseOrder, { id, over }: Held): Carried {
  const side = isAbove(order, id, over) ? 'after' : 'before';
  return { id, over, kind: isModule(order, id) ? 'module' : 'lesson', side: over === id ? null : side };
}

/** What is carried, for things that it comes from or lands at: all others need not be drawn again. */
export const carriedAt = (carried: Carried | null, ...ids: readonly string[]): Carried | null =>
  carried && (ids.includes(carried.id) || ids.includes(carried.over)) ? carried : null;

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
  const [held, setHeld] = useState<Held | null>(null);
  const carried = useMemo(() => held && carriedIn(order, held), [order, held]);
  const focusAgain = useFocusAgain();

  const saying = (word: string, next: CourseOrder, id: string) => say(`${word}${whereabouts(modules, next, id)}`);
  const pickUp = (id: string) => {
    setHeld({ id, over: id });
    saying('Picked up. ', order, id);
  };
  const carryOver = (over: string) => {
    if (!held || held.over === over) return;
    const { id } = held;
    setHeld({ id, over });
    saying('', dropped(order, id, over), id);
  };
  const drop = () => {
    if (!held) return;
    const { id, over } = held;
    const next = over === id ? order : dropped(order, id, over);
    setHeld(null);
    if (next !== order) onMove(next);
    saying('Dropped. ', next, id);
  };
  const cancel = () => {
    if (!held) return;
    setHeld(null);
    saying('Cancelled. ', order, held.id);
  };

  const step = (by: 1 | -1) => {
    if (!held) return;
    const over = nextPlace(order, held.id, held.over, by);
    document.getElementById(placeId(over))?.scrollIntoView({ block: 'nearest' });
    carryOver(over);
  };
  const press = (id: string) => {
    if (!held) return pickUp(id);
    drop();
    focusAgain(handleId(id));
  };
  /** What a key does, if anything. */
  const actOf = (event: KeyboardEvent, id: string): (() => void) | undefined => {
    if (isPress(event)) return event.repeat ? () => undefined : () => press(id);
    if (!held) return undefined;
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
        if (held && handledBy(event) === held.id) cancel();
      },
    },
  };
}
