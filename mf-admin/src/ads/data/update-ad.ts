import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { expectChanged } from '../../records/data/expect-changed.ts';
import type { AdValues } from './ad-form.ts';
import { toAdColumns } from './ad-rows.ts';

/** Saves an ad over its version `base`, or over any when that is null. Throws `conflict` and `not_found`. */
export async function updateAd(client: StaffClient, id: string, values: AdValues, base: string | null): Promise<void> {
  const update = client.from('ads').update(toAdColumns(values)).eq('id', id);
  if (base !== null) update.eq('updated_at', base);
  await expectChanged(unwrap(await update.select('id')), base, client.from('ads').select('id').eq('id', id));
}
