import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Where arrow keys have a meaning of their own: fields, players, boxes that scroll sideways, dialogs. */
const OWN_ARROWS = 'input, select, textarea, [contenteditable], video, audio, iframe, [tabindex="0"], dialog';

function isMeantForPage(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented, target } = event;
  if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return false;
  return !(target instanceof Element && target.closest(OWN_ARROWS)) && !document.querySelector('dialog[open]');
}

/** The left and the right arrow key go to the neighbouring pages. */
export function useArrowKeys(previous: string | undefined, next: string | undefined): void {
  const navigate = useNavigate();

  // The keyboard, wherever the focus is.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const to = event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : undefined;
      if (!to || event.repeat || !isMeantForPage(event)) return;
      event.preventDefault();
      navigate(to);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [navigate, previous, next]);
}
