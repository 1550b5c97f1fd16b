import { type RefObject, useEffect, useRef } from 'react';
import { focusReachable } from './more-actions.tsx';

/** Marks the buttons that hand the focus to each other. */
export const HANDOVER = { 'data-handover': '' } as const;

/** The marked elements after this one, nearest first, then those before it. */
function neighboursOf(element: HTMLElement): readonly HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('[data-handover]')];
  const index = all.indexOf(element);
  return [...all.slice(index + 1), ...all.slice(0, index).reverse()];
}

/**
 * The document's focus: when a button goes with the row that it removed, the nearest of its kind takes over, else the
 * page's heading. Otherwise whoever works with the keyboard would begin again at the top of the page.
 * Call the returned function when the row is about to go.
 */
export function useFocusHandover(button: RefObject<HTMLElement | null>): () => void {
  const heirs = useRef<readonly HTMLElement[] | null>(null);
  useEffect(
    () => () => {
      if (!heirs.current || document.activeElement !== document.body) return;
      const heir = heirs.current.find(({ isConnected }) => isConnected);
      const next = heir ?? document.querySelector<HTMLElement>('h1');
      if (next) focusReachable(next);
    },
    [],
  );
  return () => {
    if (button.current) heirs.current = neighboursOf(button.current);
  };
}
