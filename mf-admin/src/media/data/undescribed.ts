import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Those of some pictures without which nothing with them can be published. */
export async function readUndescribed(client: StaffClient, ids: readonly string[]) {
  const undescribed = client
    .from('pictures')
    .select('id, title')
    .in('id', ids)
    .eq('alt', '')
    .eq('is_decorative', false);
  return unwrap(await undescribed.order('title'));
}
