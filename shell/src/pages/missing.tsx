import { NotFound } from '@ki/shared/ui/page/found.tsx';
import { useLocation, useNavigate } from 'react-router-dom';
import { useShell } from '../app/shell-context.ts';
import { Loading } from '../layout/loading.tsx';
import { RemoteFailurePage } from '../remotes/failure-notices.tsx';
import { isBrowserOnly, isOfOtherGeneration } from '../remotes/owner.ts';

const CAUSE = new Error('the remote that owns this address could not be loaded');

/** The page of an address that nobody owns, or whose owner could not be loaded. */
export function Missing() {
  const location = useLocation();
  const navigate = useNavigate();
  const { platform, remotes } = useShell();
  const owner = remotes.owner(location.pathname);
  if (!owner || remotes.isMounted(owner)) return <NotFound />;
  const failure = remotes.failureOf(owner);
  if (!failure && isBrowserOnly(platform.remotes[owner])) return <Loading />;
  // A page of another generation comes by its document only.
  const retry = () =>
    isOfOtherGeneration(platform.remotes[owner]) ? window.location.reload() : navigate(location, { replace: true });
  return <RemoteFailurePage cause={CAUSE} failure={failure} onRetry={retry} />;
}
