import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrapNothing } from '../../records/data/unwrap-nothing.ts';
import { withSession } from '../../records/data/with-session.ts';

/** Ends a token at once. The same again changes nothing. */
export async function revokeToken(client: StaffClient, id: string): Promise<void> {
  unwrapNothing(await withSession(client, 'revoke_deploy_token', { id }));
}
