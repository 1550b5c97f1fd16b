import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

export interface NewInvitation {
  readonly address: string;
  /** For staff only; may be empty. */
  readonly remark: string;
}

/**
 * Invites an address and returns the token of the link, which nobody can ask for again. Throws `invalid` when it is no
 * address and `conflict` when it is staff already, in the server's words.
 */
export async function inviteColleague(client: StaffClient, invitation: NewInvitation): Promise<string> {
  return unwrap(await client.rpc('invite_colleague', { ...invitation }));
}
