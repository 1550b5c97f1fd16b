import { reader, staffClient } from '@ki/shared/data/clients.ts';
import type { Json } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { SignedInUser } from '@ki/shared/session/session-store.ts';
import { useBrowser } from '@ki/shared/ui/browser/use-browser.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { NewPasswordForm, SignOutButton } from './account-form.tsx';

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

/**
 * Accepts what an earlier visit left. Nobody asked for it now, so it uses up nothing for staff, and a refusal stops no
 * sign-in.
 */
async function acceptKept(token: string): Promise<InvitationState | 'not_needed'> {
  const client = await staffClient();
  if (unwrap(await client.rpc('is_staff'))) return 'not_needed';
  const state = await acceptInvitation(token);
  if (state === 'accepted' || state === 'new_password') return state;
  if (state !== 'other_address') forgetToken();
  return 'not_needed';
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

function InvitationRefusal({ state, email }: { readonly state: InvitationState; readonly email?: string }) {
  const words =
    state === 'other_address'
      ? `This invitation is for another address than ${email}. Sign out, and sign in with the one that was invited.`
      : REFUSALS[state];
  return <Notice tone="error">{words}</Notice>;
}

/**
 * The token of an opened link, under the name that a sign-in of another tab or after a mail finds it by. Like the session
 * beside it, whoever has this browser has it, and it serves the invited address alone.
 */
const KEPT = 'invitation';

/** A browser that stores nothing keeps no token. */
function inStorage<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

const storedToken = () => inStorage((storage) => storage.getItem(KEPT));
const forgetToken = () => inStorage((storage) => storage.removeItem(KEPT));

export interface InvitationToken {
  readonly value: string;
  /** Not in the address: an earlier visit to the link left it in this browser. */
  readonly isKept: boolean;
}

/** The server gets no fragment, so it renders the page without a token. */
export function useInvitationToken(): InvitationToken | null {
  const { hash } = useLocation();
  const inBrowser = useBrowser();
  // Another tab may open the link later. One that is forgotten stays here: the navigation to the next page has begun.
  const stored = inBrowser ? storedToken() : null;
  const [kept, setKept] = useState(stored);
  if (stored !== null && stored !== kept) setKept(stored);
  if (!inBrowser) return null;
  const named = invitationToken(hash);
  const value = named ?? stored ?? kept;
  return value === null ? null : { value, isKept: named === null };
}

interface Answer {
  readonly token: string;
  readonly invitation: Invitation | 'unanswered';
}

/** Only accepting an invitation decides whether it is valid. One that is not valid any more is not kept. */
export function useInvitation(token: string | null): Invitation | 'unanswered' | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (token === null) return;
    readInvitation(token).then(
      (invitation) => {
        if (invitation.state === 'valid') inStorage((storage) => storage.setItem(KEPT, token));
        else if (storedToken() === token) forgetToken();
        setAnswer({ token, invitation });
      },
      (error: unknown) => {
        console.error('invitation:', error);
        setAnswer({ token, invitation: 'unanswered' });
      },
    );
  }, [token]);
  return answer && answer.token === token ? answer.invitation : null;
}

interface AcceptInvitationProps {
  readonly token: InvitationToken;
  readonly user: SignedInUser;
  readonly next: string;
}

export function AcceptInvitation({ token, user: { id, email }, next }: AcceptInvitationProps) {
  const [state, setState] = useState<InvitationState | 'unanswered' | 'not_needed' | null>(null);
  const { value, isKept } = token;
  // The database is an external system. Accepting is idempotent for one account.
  useEffect(() => {
    if (state !== null) return;
    (isKept ? acceptKept(value) : acceptInvitation(value)).then(
      (answer) => {
        if (answer === 'accepted') forgetToken();
        setState(answer);
      },
      (error: unknown) => {
        console.error('invitation:', error);
        setState('unanswered');
      },
    );
  }, [value, isKept, state]);

  if (state === 'accepted' || state === 'not_needed') return <Navigate to={next} replace />;
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
