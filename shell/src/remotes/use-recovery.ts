import { useEffect, useMemo, useState } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router-dom';
import { useShell } from '../app/shell-context.ts';
import { messageOf } from './code-loader.ts';
import { isBrowserOnly } from './owner.ts';
import { type Recovery, recoveryFor, reloadFor, reportFailure } from './recovery.ts';
import { type Phase, phaseOfLoading, type RemoteFailure } from './remote-failure.ts';

export function useRecovery(failure: RemoteFailure | null): Recovery | null {
  const [found, setFound] = useState<{ failure: RemoteFailure; recovery: Recovery } | null>(null);
  const { isOfDocument, platform } = useShell();
  const { key } = useLocation();
  const mayBeRead = failure !== null && !isOfDocument(key) && !isBrowserOnly(platform.remotes[failure.remote]);
  const mayReload = failure !== null && failure.phase !== 'render';

  // The server is an external system: it receives the report and knows the live versions.
  useEffect(() => {
    if (!failure) return;
    if (!mayReload) {
      void reportFailure(failure);
      return;
    }
    let isCurrent = true;
    void recoveryFor(failure, mayBeRead).then((recovery) => {
      if (!isCurrent) return;
      if (recovery === 'reload') reloadFor(failure);
      else if (recovery === 'read') location.reload();
      else setFound({ failure, recovery });
    });
    return () => {
      isCurrent = false;
    };
  }, [failure, mayReload, mayBeRead]);

  if (!mayReload) return 'none';
  return found?.failure === failure ? found.recovery : null;
}

export function useRemoteFailure(error: unknown, otherwise: Phase): RemoteFailure | null {
  const { remotes } = useShell();
  const { pathname } = useLocation();
  return useMemo(() => {
    const remote = remotes.owner(pathname);
    if (!remote || isRouteErrorResponse(error)) return null;
    const phase = phaseOfLoading(error, otherwise);
    return { remote, version: remotes.versionOf(remote), phase, message: messageOf(error) };
  }, [remotes, pathname, error, otherwise]);
}
