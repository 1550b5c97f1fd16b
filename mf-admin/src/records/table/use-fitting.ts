import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

const PHONE = '(max-width: 47.99rem)';

interface Sizes {
  readonly items: readonly number[];
  readonly gap: number;
  readonly room: number;
  /** Of the button that stands for those left out. */
  readonly more: number;
}

/** How many of the first items stand in the room: all of them, or as many as leave space for the button. */
export function countFitting({ items, gap, room, more }: Sizes): number {
  const end = (count: number) => items.slice(0, count).reduce((sum, item) => sum + item + gap, 0);
  if (end(items.length) - gap <= room) return items.length;
  const fits = items.findLastIndex((_, index) => end(index + 1) + more <= room);
  return fits + 1;
}

/**
 * Follows the width of a row and, on a phone, says how many of its `count` children with `data-action` fit beside a button of `more` px.
 * Elsewhere all do: there the row may wrap. Behind an open dialog, which may be a child's own, nothing changes.
 */
export function useFitting(row: RefObject<HTMLElement | null>, count: number, more: number): number {
  const items = useRef<readonly number[]>([]);
  const [fitting, setFitting] = useState(count);

  // Before it is drawn, so that nothing moves.
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const fit = () => {
      if (!matchMedia(PHONE).matches) return count;
      const shown = [...element.querySelectorAll(':scope > [data-action]')];
      if (shown.length === count) items.current = shown.map((action) => action.clientWidth);
      const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0;
      return countFitting({ items: items.current, gap, room: element.clientWidth, more });
    };
    const follow = () => {
      if (!document.querySelector('dialog[open]')) setFitting(fit());
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, count, more]);

  return Math.min(fitting, count);
}
