import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { AdRow } from './ad.ts';
import { AD_ROW, toAdRow } from './ad-rows.ts';

/** Turns an ad on or off and returns it as it is now. Throws `not_found`. */
export async function toggleAd(client: StaffClient, ad: AdRow): Promise<AdRow> {
  const update = client.from('ads').update({ is_active: !ad.isActive }).eq('id', ad.id);
  return toAdRow(unwrap(await update.select(AD_ROW).maybeSingle()));
}
