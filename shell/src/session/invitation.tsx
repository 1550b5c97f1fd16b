import { reader, staffClient } from '@ki/shared/data/clients.ts';
import type { Json } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { SignedInUser } from '@ki/shared/session/session-store.ts';
import { useBrowser } from '@ki/shared/ui/browser/use-browser.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { NewPasswordForm } from './account-form.tsx';
import { SignOutButton } from './sign-out-button.tsx';

const STATES = ['valid', 'accepted', 'new_password', 'other_address', 'used', 'expired', 'closed'] as const;

export type InvitationState = (typeof STATES)[number] | 'unknown';

export interface Invitation {
  readonly state: InvitationState;
  readonly email: string;
}

const stateOf = (text: Json | undefined): InvitationState => STATES.find((state) => state === text) ?? 'unknown';

export const invitationToken = (fragment: string) => new URLSearchParams(fragment.slice(1)).get('invitation');

export async function readInvitation(token: string): Promise<Invitation> {
  const answer = unwrap(await (await reader()).rpc('read_invitation', { token }));
  if (typeof answer !== 'object' || Array.isArray(answer)) return { state: 'unknown', email: '' };
  const { state, email } = answer;
  return { state: stateOf(state), email: typeof email === 'string' ? email : '' };
}

export async function acceptInvitation(token: string): Promise<InvitationState> {
  const client = await staffClient();
  return stateOf(unwrap(await client.rpc('accept_invitation', { token })));
}

const ASK = 'Ask whoever invited you for a new link.';

const REFUSALS: Partial<Record<InvitationState, string>> = {
  used: 'This invitation has been used already. If that was not you, ask whoever invited you for a new link.',
  expired: `This invitation has expired. ${ASK}`,
  closed: 'Nobody can be admitted at present: sign-up is closed on this site.',
  unknown: `This invitation is not valid: it was revoked, or a newer link has replaced it. ${ASK}`,
};

export function InvitationNotice({ invitation: { state, email } }: { readonly invitation: Invitation }) {
  if (state !== 'valid') return <InvitationRefusal state={state} />;
  return (
    <Notice title="You are invited to the admin area.">
      {email
        ? `Create an account with the address ${email}, or sign in if it has one.`
        : 'Create an account, or sign in if you have one.'}
    </Notice>
  );
}

export interface InvitationRefusalProps {
  readonly state: InvitationState;
  readonly email?: string;
  readonly action?: ReactNode;
}

export function InvitationRefusal({ state, email, action }: InvitationRefusalProps) {
  const words =
    state === 'other_address'
      ? `This invitation is for another address than ${email}. Sign out, and sign in with the one that was invited.`
      : REFUSALS[state];
  return (
    <Notice tone="error" action={action}>
      {words}
    </Notice>
  );
}

/** The server gets no fragment, so it renders the page without a token. */
export function useInvitationToken(): string | null {
  const { hash } = useLocation();
  const inBrowser = useBrowser();
  return inBrowser ? invitationToken(hash) : null;
}

interface Answer {
  readonly token: string;
  readonly invitation: Invitation | 'unanswered';
}

/** Only accepting an invitation decides whether it is valid. */
export function useInvitation(token: string | null): Invitation | 'unanswered' | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (token === null) return;
    readInvitation(token).then(
      (invitation) => setAnswer({ token, invitation }),
      (error: unknown) => {
        console.error('invitation:', error);
        setAnswer({ token, invitation: 'unanswered' });
      },
    );
  }, [token]);
  return answer && answer.token === token ? answer.invitation : null;
}

interface AcceptInvitationProps {
  readonly token: string;
  readonly user: SignedInUser;
  readonly next: string;
}

export function AcceptInvitation({ token, user: { id, email }, next }: AcceptInvitationProps) {
  const [state, setState] = useState<InvitationState | 'unanswered' | null>(null);
  // The database is an external system. Accepting is idempotent for one account.
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
      {state === 'new_password' && (
        <>
          <Notice title="Set a new password to accept the invitation.">
            The account {email} may be older than your invitation. A new password makes sure that nobody else can open
            it.
          </Notice>
          <NewPasswordForm email={email} onSet={() => setState(null)} />
        </>
      )}
      {state !== null && state !== 'unanswered' && state !== 'new_password' && (
        <InvitationRefusal state={state} email={email} />
      )}
      {state !== null && (
        <Cluster>
          <SignOutButton account={id} />
          <ButtonLink variant="quiet" to={next}>
            Go to the admin area
          </ButtonLink>
        </Cluster>
      )}
    </>
  );
}
