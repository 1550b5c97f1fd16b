import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrapNothing } from '../../records/data/unwrap-nothing.ts';
import { withSession } from '../../records/data/with-session.ts';

/** Makes the account with this address an operator, too. For operators; throws `not_found` when it is staff no more. */
export async function nameOperator(client: StaffClient, address: string): Promise<void> {
  unwrapNothing(await withSession(client, 'name_operator', { address }));
}
