import { type RefObject, useEffect } from 'react';
import { type Blocker, type Location, useBlocker } from 'react-router-dom';

const addressOf = ({ pathname, search }: Location) => pathname + search;

/** Holds navigation back while there is unsaved input. `free` lets the form itself leave. */
export function useLeaveQuestion(unsaved: boolean, free: RefObject<boolean>): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !free.current && addressOf(currentLocation) !== addressOf(nextLocation),
  );

  // The browser's own question, for closing the tab and for addresses outside the router.
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!free.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved, free]);

  return blocker;
}
