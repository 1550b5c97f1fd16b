import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrapNothing } from '../../records/data/unwrap-nothing.ts';

/** Makes the link of an open invitation void. Throws `not_found` when it is used or revoked already. */
export async function revokeInvitation(client: StaffClient, invitation: string): Promise<void> {
  unwrapNothing(await client.rpc('revoke_invitation', { invitation }));
}
