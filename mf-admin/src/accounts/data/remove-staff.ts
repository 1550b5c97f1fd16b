import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrapNothing } from '../../records/data/unwrap-nothing.ts';

/** Takes the rights of an account away, at once. Throws `not_found` when it has none, `conflict` when it is the last one. */
export async function removeStaff(client: StaffClient, account: string): Promise<void> {
  unwrapNothing(await client.rpc('remove_staff', { account }));
}
