import { useBrowser } from '@ki/shared/ui/browser/use-browser.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Container } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { NotFound } from '@ki/shared/ui/page/found.tsx';
import { layer, space } from '@ki/shared/ui/theme.ts';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import { useShell } from '../app/shell-context.ts';
import { Loading } from '../layout/loading.tsx';
import { isBrowserOnly, isOfOtherGeneration } from './owner.ts';
import { type Recovery, useRecovery } from './recovery.ts';
import type { RemoteFailure } from './remote-failure.ts';

interface UnreachableNoticeProps {
  readonly recovery: Recovery;
  readonly onRetry: () => Promise<void> | void;
  readonly children: string;
}

function UnreachableNotice({ recovery, onRetry, children }: UnreachableNoticeProps) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await onRetry();
    } catch (error) {
      console.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      tone="error"
      title="Dieser Bereich ist gerade nicht erreichbar."
      onRetry={retry}
      retrying={busy}
      action={
        // A reload would lose input, so the user starts it.
        recovery === 'offer-reload' && (
          <Button variant="secondary" size="small" onClick={() => location.reload()}>
            Seite neu laden
          </Button>
        )
      }
    >
      {children}
    </Notice>
  );
}

const Place = styled(Container)`
  padding-block: 7rem ${space[7]};
`;

interface RemoteFailurePageProps {
  readonly cause: unknown;
  readonly failure?: RemoteFailure | null;
  readonly onRetry: () => Promise<void> | void;
}

export function RemoteFailurePage({ cause, failure = null, onRetry }: RemoteFailurePageProps) {
  const recovery = useRecovery(failure);
  useEffect(() => console.error(cause), [cause]);
  if (recovery === null) return <Loading />;
  return (
    <Place>
      <UnreachableNotice recovery={recovery} onRetry={onRetry}>
        Die übrigen Seiten funktionieren weiter. Versuchen Sie es in einem Moment noch einmal.
      </UnreachableNotice>
    </Place>
  );
}

const Bar = styled.div`
  position: sticky;
  inset-block-end: ${space[4]};
  z-index: ${layer.toast};
  max-inline-size: 46rem;
  margin: ${space[4]} auto;
  padding-inline: ${space[4]};
`;

export function HydrationFailedNotice({ remote }: { remote: string }) {
  const { remotes } = useShell();
  const location = useLocation();
  const navigate = useNavigate();
  // The server's HTML has no such notice: it may appear after hydration only.
  const hydrated = useBrowser();
  const recovery = useRecovery(remotes.failureOf(remote));
  const retry = async () => {
    await remotes.loadPage(remote, location.pathname);
    await navigate(location, { replace: true });
  };
  if (!hydrated || recovery === null) return null;
  return (
    <Bar>
      <UnreachableNotice recovery={recovery} onRetry={retry}>
        Sie können die Seite lesen. Bedienen lässt sie sich erst wieder, wenn ihr Programm geladen ist.
      </UnreachableNotice>
    </Bar>
  );
}

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
