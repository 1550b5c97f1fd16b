import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useShell } from '../app/shell-context.ts';
import { isBrowserOnly } from './browser-only.ts';
import type { Problem } from './problem.ts';
import { type Remedy, reloadFor, remedyFor } from './remedy.ts';
import { reportProblem } from './report-problem.ts';

/** Reports a problem and finds out what helps; `null` until that is known, and while the document is being reloaded. */
export function useRemedy(problem: Problem | null): Remedy | null {
  const [found, setFound] = useState<{ problem: Problem; remedy: Remedy } | null>(null);
  const { isOfDocument, platform } = useShell();
  const { key } = useLocation();
  const mayBeRead = problem !== null && !isOfDocument(key) && !isBrowserOnly(platform.remotes[problem.remote]);
  const mayReload = problem !== null && problem.phase !== 'render';

  // The server, which hears the report and tells which versions it offers, is outside React.
  useEffect(() => {
    if (!problem) return;
    if (!mayReload) {
      void reportProblem(problem);
      return;
    }
    let isCurrent = true;
    void remedyFor(problem, mayBeRead).then((remedy) => {
      if (!isCurrent) return;
      if (remedy === 'reload') reloadFor(problem);
      else if (remedy === 'read') location.reload();
      else setFound({ problem, remedy });
    });
    return () => {
      isCurrent = false;
    };
  }, [problem, mayReload, mayBeRead]);

  if (!mayReload) return 'none';
  return found?.problem === problem ? found.remedy : null;
}
