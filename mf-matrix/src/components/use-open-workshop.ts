import { type MouseEvent, useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { openedFromList } from './opened-from-list.ts';

export type OpenWorkshop = (event: MouseEvent<HTMLAnchorElement>) => void;

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * For plain links to workshops: opens the dialog in place. The router's own links all follow every change of the
 * address, which a hundred of them cannot do while somebody types.
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
