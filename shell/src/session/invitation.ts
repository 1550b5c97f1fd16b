import { reader, staffClient } from '@ki/shared/data/clients.ts';
import type { Json } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** What the database says of an invitation; `other_address` only to somebody who is signed in. */
export type InvitationState = 'valid' | 'accepted' | 'other_address' | 'used' | 'expired' | 'closed' | 'unknown';

export interface Invitation {
  readonly state: InvitationState;
  /** The only address that may accept it, empty when any may. */
  readonly email: string;
}

const STATES: readonly InvitationState[] = ['valid', 'accepted', 'other_address', 'used', 'expired', 'closed'];

const stateOf = (text: Json | undefined): InvitationState => STATES.find((state) => state === text) ?? 'unknown';

/** The token of an invitation's link, from the fragment of the login page's address. */
export const invitationToken = (fragment: string) => new URLSearchParams(fragment.slice(1)).get('invitation');

/** Asks what an invitation is worth, without using it up. Throws a `DataError` when nobody can be asked. */
export async function readInvitation(token: string): Promise<Invitation> {
  const answer = unwrap(await (await reader()).rpc('read_invitation', { token }));
  if (typeof answer !== 'object' || Array.isArray(answer)) return { state: 'unknown', email: '' };
  const { state, email } = answer;
  return { state: stateOf(state), email: typeof email === 'string' ? email : '' };
}

/** Makes the signed-in user staff. Says why not, and throws a `DataError` when nobody can be asked. */
export async function acceptInvitation(token: string): Promise<InvitationState> {
  const client = await staffClient();
  return stateOf(unwrap(await client.rpc('accept_invitation', { token })));
}
