import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Stores a copy of a module and its lessons right behind it: all of it, or nothing. Throws `not_found`. */
export async function duplicateModule(client: StaffClient, id: string): Promise<void> {
  unwrap(await client.rpc('duplicate_module', { module: id }));
}
