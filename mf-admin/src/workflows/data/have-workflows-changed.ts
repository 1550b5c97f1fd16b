import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Whether one of these workflows is not as it was. Those that nobody ends are given up first. */
export async function haveWorkflowsChanged(
  client: StaffClient,
  known: readonly { readonly id: string; readonly status: string }[],
): Promise<boolean> {
  unwrap(await client.rpc('fail_stale_workflows'));
  const ids = known.map(({ id }) => id);
  const rows = unwrap(await client.from('workflows').select('id, status').in('id', ids));
  const now = new Map(rows.map(({ id, status }) => [id, status]));
  return known.some(({ id, status }) => now.get(id) !== status);
}
