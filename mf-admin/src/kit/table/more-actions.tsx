import { Button } from '@ki/shared/ui/button.tsx';
import { MoreIcon } from '@ki/shared/ui/icons.tsx';
import { color, elevation, radius, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import styled from 'styled-components';

/** Button and gap, in px. */
export const MORE_WIDTH = 52;

const Opener = styled(Button)`
  inline-size: 2.75rem;
  padding-inline: 0;
  margin-inline-start: auto;
`;

/** Anchored below its button, else above; centered in browsers without anchor positioning. */
const Menu = styled.div`
  min-inline-size: 10rem;
  padding: ${space[2]};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};
  color: ${color.text};
  box-shadow: ${elevation.floating};

  @supports (position-area: block-end) {
    inset: auto;
    margin: 0;
    position-area: block-end span-inline-start;
    position-try-fallbacks: flip-block;
  }

  &:popover-open {
    display: grid;
    gap: ${space[1]};
  }

  :is(button, a) {
    flex: 1;
    justify-content: start;
    min-block-size: 2.75rem;
  }
`;

/** A menu of actions. It closes before an action runs, so that the focus is not lost with it. */
export function MoreActions({ describedBy, children }: { readonly describedBy: string; readonly children: ReactNode }) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const close = () => menu.current?.matches(':popover-open') && menu.current.hidePopover();
  return (
    <>
      <Opener
        variant="quiet"
        size="small"
        aria-label="More actions"
        aria-describedby={describedBy}
        popoverTarget={id}
        icon={<MoreIcon />}
      />
      <Menu ref={menu} id={id} popover="auto" onClickCapture={close}>
        {children}
      </Menu>
    </>
  );
}

export function focusReachable(element: HTMLElement): void {
  const menu = element.closest<HTMLElement>('[popover]');
  const hidden = menu && !menu.matches(':popover-open');
  const opener = hidden && document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`);
  (opener || element).focus();
}

const PHONE = '(max-width: 47.99rem)';

interface Sizes {
  readonly items: readonly number[];
  readonly gap: number;
  readonly room: number;
  readonly more: number;
}

/** The number of leading items that fit: all, or as many as leave space for the button. */
export function countFitting({ items, gap, room, more }: Sizes): number {
  const end = (count: number) => items.slice(0, count).reduce((sum, item) => sum + item + gap, 0);
  if (end(items.length) - gap <= room) return items.length;
  const fits = items.findLastIndex((_, index) => end(index + 1) + more <= room);
  return fits + 1;
}

/**
 * Observes the width of a row. On a phone it returns how many of its `count` children with `data-action` fit with a
 * button of `more` px; other rows wrap. An open dialog, which may be a child's own, pauses it.
 */
export function useFitting(row: RefObject<HTMLElement | null>, count: number, more: number): number {
  const items = useRef<readonly number[]>([]);
  const [fitting, setFitting] = useState(count);

  // A layout effect runs before painting: nothing shifts.
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
