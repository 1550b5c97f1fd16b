import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { actorOf } from '../../versions/model/history.ts';

/** Deletions of the last 30 days that were not restored, newest first. */
export async function listTrash(client: StaffClient, page: number) {
  const found = unwrap(await client.rpc('trash', { page, size: PAGE_SIZE }));
  const rows = found.map((row) => ({
    id: row.row_id,
    relation: row.relation,
    title: row.title,
    deletedAt: row.happened_at,
    deletedBy: actorOf(row).title,
    moduleCount: row.module_count,
    lessonCount: row.lesson_count,
  }));
  return { rows, total: found[0]?.total ?? 0 };
}

export type TrashRow = Awaited<ReturnType<typeof listTrash>>['rows'][number];
