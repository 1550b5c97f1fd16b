import { type RefObject, useEffect } from 'react';
import { type Blocker, type Location, useBlocker } from 'react-router-dom';
import { unfinishedNames } from './unfinished-uploads.ts';

const addressOf = ({ pathname, search }: Location) => pathname + search;

/**
 * Blocks navigation while there is unsaved input, or while files are uploaded: the router has one blocker for a page.
 * `done` lets the form itself leave.
 */
export function useLeaveQuestion(unsaved: boolean, done: RefObject<boolean>): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !done.current &&
      // A list that is searched or turned over stays on its page, as its uploads do.
      ((unsaved && addressOf(currentLocation) !== addressOf(nextLocation)) ||
        (unfinishedNames().length > 0 && currentLocation.pathname !== nextLocation.pathname)),
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
