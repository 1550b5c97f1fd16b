import { useSession } from '@ki/shared/session/use-session.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { AcceptInvitation } from './accept-invitation.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountPage } from './account-page.tsx';
import { InvitationNotice } from './invitation-notice.tsx';
import { nextPage } from './next-page.ts';
import { useInvitation, useInvitationToken } from './use-invitation.ts';

/** Signing in, and creating an account: one form that switches between the two. An invitation is accepted by it. */
export function LoginPage() {
  const session = useSession();
  const [search] = useSearchParams();
  const token = useInvitationToken();
  const next = nextPage(search);

  // Also when somebody has signed in in another tab.
  if (session.status === 'signed-in' && token === null) return <Navigate to={next} replace />;
  return (
    <AccountPage>
      {session.status === 'signed-in' && token !== null ? (
        <AcceptInvitation token={token} email={session.user.email} next={next} />
      ) : (
        <Account token={token} endedByItself={session.status === 'anonymous' && session.ended === 'by-itself'} />
      )}
    </AccountPage>
  );
}

interface AccountProps {
  readonly token: string | null;
  readonly endedByItself: boolean;
}

function Account({ token, endedByItself }: AccountProps) {
  const [chosen, setChosen] = useState<'sign-in' | 'sign-up' | null>(null);
  const [created, setCreated] = useState(false);
  const answer = useInvitation(token);
  const invitation = answer === 'unanswered' ? null : answer;
  // Whoever is invited has no account, as a rule.
  const mode = chosen ?? (invitation?.state === 'valid' ? 'sign-up' : 'sign-in');

  const switchTo = (next: typeof mode, afterSignUp = false) => {
    setChosen(next);
    setCreated(afterSignUp);
  };
  const signingIn = mode === 'sign-in';
  if (token !== null && answer === null) return <Loading>Checking your invitation...</Loading>;
  return (
    <>
      <h1 id="account-heading">{signingIn ? 'Admin Login' : 'Create Admin Account'}</h1>
      <noscript>
        <Notice tone="warning">Signing in needs JavaScript.</Notice>
      </noscript>
      {signingIn && created && <Notice tone="success">Account created successfully! You can now sign in.</Notice>}
      {signingIn && endedByItself && (
        <Notice tone="warning">Your session has ended. Sign in again to continue; what you typed is kept.</Notice>
      )}
      {invitation && !created && <InvitationNotice invitation={invitation} />}
      <AccountForm
        key={mode}
        mode={mode}
        email={invitation?.email}
        headingId="account-heading"
        onCreated={() => switchTo('sign-in', true)}
      />
      <Button variant="quiet" onClick={() => switchTo(signingIn ? 'sign-up' : 'sign-in')}>
        {signingIn ? 'Create an account' : 'Sign in instead'}
      </Button>
    </>
  );
}
