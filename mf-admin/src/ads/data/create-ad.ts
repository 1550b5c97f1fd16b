import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { AdValues } from './ad-form.ts';
import { toAdColumns } from './ad-rows.ts';

/** Stores a new ad. */
export async function createAd(client: StaffClient, values: AdValues): Promise<void> {
  unwrap(await client.from('ads').insert(toAdColumns(values)).select('id').single());
}
