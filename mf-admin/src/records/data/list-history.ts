import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { entrySchema, type HistoryPage } from '../model/history.ts';
import { z } from '../model/z.ts';

const PAGE = 20;
const entriesSchema = z.array(entrySchema);

/** What happened to a record, newest first, from before an entry on; a course with its modules and lessons. */
export async function listHistory(client: StaffClient, record: string, before: number | null): Promise<HistoryPage> {
  const from = before === null ? {} : { before_entry: before };
  const found = unwrap(await client.rpc('history', { record, size: PAGE + 1, ...from }));
  const acts = found.slice(0, PAGE).map((row) => ({
    act: row.act,
    happenedAt: row.happened_at,
    actor: row.actor_name,
    lastEntry: row.last_entry,
    entryCount: row.entry_count,
    entries: entriesSchema.parse(row.entries),
  }));
  return { acts, more: found.length > PAGE };
}
