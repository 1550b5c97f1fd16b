import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { listRecords, type Page } from '../../kinds/data/records.ts';
import type { ListedRow } from '../../kinds/model/define-record.ts';
import { redirect } from '../redirect-record.ts';

export type RedirectRow = ListedRow<typeof redirect>;

export interface RedirectQuery {
  readonly search: string;
  readonly page: number;
}

/** A value of a PostgREST filter, in quotes. */
const containing = (search: string) => `"*${search.replace(/[\\"]/g, '\\$&')}*"`;

export const listRedirects = (client: StaffClient, { search, page }: RedirectQuery): Promise<Page<RedirectRow>> =>
  listRecords(client, redirect, {
    page,
    condition: search === '' ? null : `address.ilike.${containing(search)},target.ilike.${containing(search)}`,
  });

/** An address at which visitors found nothing. */
export interface MissingAddress {
  readonly id: string;
  readonly title: string;
  readonly requests: number;
  /** ISO 8601, a date. */
  readonly lastDay: string;
}

export async function listMissing(client: StaffClient): Promise<readonly MissingAddress[]> {
  const rows = unwrap(await client.rpc('missing_addresses').limit(PAGE_SIZE));
  return rows.map(({ address, requests, last_day }) => ({ id: address, title: address, requests, lastDay: last_day }));
}

export interface RedirectsData {
  readonly query: RedirectQuery;
  readonly list: Promise<Result<Page<RedirectRow>>>;
  readonly missing: Promise<Result<readonly MissingAddress[]>>;
}
