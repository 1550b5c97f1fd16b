import { useMemo } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router-dom';
import { useShell } from '../app/shell-context.ts';
import { type Phase, type Problem, phaseOfLoading } from './problem.ts';

/** What an error means for the remote that owns the page, or `null` when it is no fault of its code. */
export function useProblem(error: unknown, otherwise: Phase): Problem | null {
  const { remotes } = useShell();
  const { pathname } = useLocation();
  return useMemo(() => {
    const remote = remotes.owner(pathname);
    if (!remote || isRouteErrorResponse(error)) return null;
    const message = error instanceof Error ? error.message : String(error);
    return { remote, version: remotes.versionOf(remote), phase: phaseOfLoading(error, otherwise), message };
  }, [remotes, pathname, error, otherwise]);
}
