import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { listRecords, type Page } from '../../kinds/data/records.ts';
import { readClock } from '../../kit/data/as-staff.ts';
import { GAP, gapsIn } from '../model/gaps.ts';
import { page as kind, type PageRow } from '../page-record.ts';

export type ListedPage = PageRow & {
  /** How many gaps of its template are left. */
  readonly gaps: number;
};

/** Only texts with gaps are read. */
async function gapsOf(client: StaffClient, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const found = client.from('pages').select('id, content').in('id', ids).like('content', `%${GAP}%`);
  return new Map(unwrap(await found).map(({ id, content }) => [id, gapsIn(content).length]));
}

export async function listPages(client: StaffClient, page: number): Promise<Page<ListedPage>> {
  const order = { by: 'title', descending: false } as const;
  const listing = listRecords(client, kind, { page, order });
  const [{ rows, total }] = await Promise.all([listing, readClock(client)]);
  const gaps = await gapsOf(
    client,
    rows.map(({ id }) => id),
  );
  return { rows: rows.map((row) => ({ ...row, gaps: gaps.get(row.id) ?? 0 })), total };
}
