import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { AdRow } from './ad.ts';
import { AD_ROW, toAdRow } from './ad-rows.ts';

export interface AdPage {
  readonly ads: readonly AdRow[];
  /** On all pages. */
  readonly total: number;
}

/** One page of all ads, newest first. `page` counts from 1. */
export async function listAds(client: StaffClient, page: number): Promise<AdPage> {
  const first = (page - 1) * PAGE_SIZE;
  const answer = await client
    .from('ads')
    .select(AD_ROW, { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + PAGE_SIZE - 1);
  if (answer.status === 416) return { ads: [], total: 0 };
  const ads = unwrap(answer).map(toAdRow);
  return { ads, total: answer.count ?? ads.length };
}
