import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Deletes a post. Throws `not_found` when it is gone already or may not be deleted. */
export async function deletePost(client: StaffClient, id: string): Promise<void> {
  unwrap(await client.from('posts').delete().eq('id', id).select('id').maybeSingle());
}
