import { type MouseEvent, useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/** The state of a history entry whose dialog was opened from the list: closing it goes back. */
interface OpenedFromList {
  readonly fromList: true;
  readonly title: string;
}

const openedFromList = (title: string): OpenedFromList => ({ fromList: true, title });

export function readOpenedFromList(state: unknown): OpenedFromList | null {
  if (typeof state !== 'object' || state === null || !('fromList' in state) || !('title' in state)) return null;
  return typeof state.title === 'string' ? openedFromList(state.title) : null;
}

export type OpenWorkshop = (event: MouseEvent<HTMLAnchorElement>) => void;

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * The click handler of plain links to workshops, which opens the dialog in place. A hundred links of the router would
 * rerender with each letter of a search.
 */
export function useOpenWorkshop(): OpenWorkshop {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      if (!isPlain(event)) return;
      event.preventDefault();
      const { pathname, search, textContent } = event.currentTarget;
      void navigate(pathname + search, { preventScrollReset: true, state: openedFromList(textContent) });
    },
    [navigate],
  );
}
