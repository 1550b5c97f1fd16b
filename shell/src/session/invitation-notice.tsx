import { Notice } from '@ki/shared/ui/notice.tsx';
import type { ReactNode } from 'react';
import type { Invitation, InvitationState } from './invitation.ts';

const ASK = 'Ask whoever invited you for a new link.';

const REFUSALS: Partial<Record<InvitationState, string>> = {
  used: 'This invitation has been used already. If that was not you, ask whoever invited you for a new link.',
  expired: `This invitation has expired. ${ASK}`,
  closed: 'Nobody can be admitted at present: sign-up is closed on this site.',
  unknown: `This invitation is not valid: it was revoked, or a newer link has replaced it. ${ASK}`,
};

/** Says to somebody who is not signed in what an invitation is worth. */
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
  /** Of whoever is signed in. */
  readonly email?: string;
  readonly action?: ReactNode;
}

/** Says why an invitation admits nobody, or not this one. */
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
