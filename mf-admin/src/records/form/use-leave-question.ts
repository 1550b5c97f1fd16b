import { type RefObject, useEffect } from 'react';
import { type Blocker, type Location, useBlocker } from 'react-router-dom';

const addressOf = ({ pathname, search }: Location) => pathname + search;

/** Blocks navigation while there is unsaved input. `done` lets the form itself leave. */
export function useLeaveQuestion(unsaved: boolean, done: RefObject<boolean>): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !done.current && addressOf(currentLocation) !== addressOf(nextLocation),
  );

  // `beforeunload` covers closing the tab and addresses outside the router.
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!done.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved, done]);

  return blocker;
}
