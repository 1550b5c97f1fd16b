import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrapNothing } from '../../records/data/unwrap-nothing.ts';

/** Makes a prompt the only active one of its type, in one transaction of the database. */
export async function activatePrompt(client: StaffClient, id: string): Promise<void> {
  unwrapNothing(await client.rpc('activate_prompt', { prompt_id: id }));
}
