import { useLocation, useNavigate } from 'react-router-dom';
import { useShell } from '../app/shell-context.ts';
import { Loading } from '../layout/loading.tsx';
import { isBrowserOnly } from '../remotes/browser-only.ts';
import { RemoteProblem } from '../remotes/remote-problem.tsx';
import { NotFound } from './not-found.tsx';

const CAUSE = new Error('the remote that owns this address could not be loaded');

/** Where no route matches: either nobody owns the address, or its owner could not be loaded. */
export function Missing() {
  const location = useLocation();
  const navigate = useNavigate();
  const { platform, remotes } = useShell();
  const owner = remotes.owner(location.pathname);
  if (!owner || remotes.isMounted(owner)) return <NotFound />;
  const problem = remotes.problemOf(owner);
  if (!problem && isBrowserOnly(platform.remotes[owner])) return <Loading />;
  return <RemoteProblem cause={CAUSE} problem={problem} onRetry={() => navigate(location, { replace: true })} />;
}
