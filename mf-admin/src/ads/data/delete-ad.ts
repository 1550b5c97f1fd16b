import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Deletes an ad. Throws `not_found` when it is gone already or may not be deleted. */
export async function deleteAd(client: StaffClient, id: string): Promise<void> {
  unwrap(await client.from('ads').delete().eq('id', id).select('id').maybeSingle());
}
