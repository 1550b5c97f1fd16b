import { useEffect, useEffectEvent } from 'react';
import { type Blocker, type Location, useBlocker } from 'react-router-dom';
import { unfinishedNames } from './unfinished-uploads.ts';

const addressOf = ({ pathname, search }: Location) => pathname + search;

/**
 * Blocks navigation while there is unsaved input, or while files are uploaded: the router has one blocker for a page.
 * `isDone` lets the form itself leave.
 */
export function useLeaveQuestion(unsaved: boolean, isDone: () => boolean): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isDone() &&
      // A list that is searched or turned over stays on its page, as its uploads do.
      ((unsaved && addressOf(currentLocation) !== addressOf(nextLocation)) ||
        (unfinishedNames().length > 0 && currentLocation.pathname !== nextLocation.pathname)),
  );

  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!isDone()) event.preventDefault();
  });
  // `beforeunload` covers closing the tab and addresses outside the router.
  useEffect(() => {
    if (!unsaved) return;
    const listen = (event: BeforeUnloadEvent) => ask(event);
    addEventListener('beforeunload', listen);
    return () => removeEventListener('beforeunload', listen);
  }, [unsaved]);

  return blocker;
}
