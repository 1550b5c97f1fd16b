import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * The document's focus: when a link or a form goes with the page that it led away from, the heading of the next page
 * takes over, so that whoever works with the keyboard or a screen reader knows where they are and goes on from there.
 * For the heading, which needs `tabIndex={-1}`.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const type = useNavigationType();
  // Not when a page is loaded, or come back to: there the browser decides. Each entry of the history counts, also on one page.
  useEffect(() => {
    if (type === 'POP' || document.activeElement !== document.body) return;
    heading.current?.focus({ preventScroll: true });
  }, [key, type]);
  return heading;
}
