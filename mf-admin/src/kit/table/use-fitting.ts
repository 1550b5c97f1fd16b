import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

const NARROW = '(max-width: 74.99rem)';
/** Button and gap, in px. */
const MORE = 52;

interface Sizes {
  readonly items: readonly number[];
  readonly gap: number;
  readonly room: number;
  readonly more: number;
  /** The button is there in any case. */
  readonly hasMore: boolean;
}

/** The number of leading items that fit: all, or as many as leave space for the button. */
export function countFitting({ items, gap, room, more, hasMore }: Sizes): number {
  const end = (count: number) => items.slice(0, count).reduce((sum, item) => sum + item + gap, 0);
  if (!hasMore && end(items.length) - gap <= room) return items.length;
  const fits = items.findLastIndex((_, index) => end(index + 1) + more <= room);
  return fits + 1;
}

/**
 * Observes the width of a row. In a narrow window it returns how many of its `count` children with `data-action` fit with the
 * button of more; other rows wrap. An open dialog, which may be a child's own, pauses it.
 */
export function useFitting(row: RefObject<HTMLElement | null>, count: number, hasMore: boolean): number {
  const items = useRef<readonly number[]>([]);
  const [fitting, setFitting] = useState(count);

  // A layout effect runs before painting: nothing shifts.
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const fit = () => {
      if (!matchMedia(NARROW).matches) return count;
      const shown = [...element.querySelectorAll(':scope > [data-action]')];
      if (shown.length === count) items.current = shown.map((action) => action.clientWidth);
      const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0;
      return countFitting({ items: items.current, gap, room: element.clientWidth, more: MORE, hasMore });
    };
    const follow = () => {
      if (!document.querySelector('dialog[open]')) setFitting(fit());
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, count, hasMore]);

  return Math.min(fitting, count);
}
