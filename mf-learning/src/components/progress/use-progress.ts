import { useMemo, useSyncExternalStore } from 'react';
import { readProgress, subscribeToProgress } from './progress-store.ts';

const NONE: readonly string[] = [];

/** Ids of the lessons of a course that are done in this browser. Empty on the server and until the page is adopted. */
export function useProgress(courseId: string): ReadonlySet<string> {
  const done = useSyncExternalStore(
    subscribeToProgress,
    () => readProgress()[courseId] ?? NONE,
    () => NONE,
  );
  return useMemo(() => new Set(done), [done]);
}
