import { signOut } from '@ki/shared/session/session-store.ts';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { acceptInvitation, type InvitationState } from './invitation.ts';
import { InvitationRefusal } from './invitation-notice.tsx';

export interface AcceptInvitationProps {
  readonly token: string;
  /** Of whoever is signed in. */
  readonly email: string;
  /** Where to go then. */
  readonly next: string;
}

/** Accepts the invitation as whoever is signed in, and goes on; else says why that did not work. */
export function AcceptInvitation({ token, email, next }: AcceptInvitationProps) {
  const [state, setState] = useState<InvitationState | 'unanswered' | null>(null);
  // The database. Asking twice does no harm: the same account may accept again.
  useEffect(() => {
    if (state !== null) return;
    acceptInvitation(token).then(setState, (error: unknown) => {
      console.error('invitation:', error);
      setState('unanswered');
    });
  }, [token, state]);

  if (state === 'accepted') return <Navigate to={next} replace />;
  return (
    <>
      <h1>Invitation</h1>
      {state === null && <Loading>Accepting your invitation...</Loading>}
      {state === 'unanswered' && (
        <Notice tone="error" onRetry={() => setState(null)} retryLabel="Try again">
          The invitation could not be accepted. Please try again in a moment.
        </Notice>
      )}
      {state !== null && state !== 'unanswered' && <InvitationRefusal state={state} email={email} />}
      {state !== null && (
        <Cluster>
          <Button variant="secondary" onClick={() => void signOut()}>
            Sign Out
          </Button>
          <ButtonLink variant="quiet" to={next}>
            Go to the admin area
          </ButtonLink>
        </Cluster>
      )}
    </>
  );
}
