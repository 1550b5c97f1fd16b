import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { z } from '../model/z.ts';

/** What a list offers about a record: a change or deletion, its publication, and a save of its draft. */
export type Act = 'change' | 'publish' | 'draft';

/** Why the role of the account does not allow an act; what is allowed is left out. */
export type RefusedActs = Readonly<Partial<Record<Act, string>>>;

const reason = z.string().optional();
const refusalsSchema = z.record(z.string(), z.object({ change: reason, publish: reason, draft: reason }));

export interface AskedRecord {
  readonly kind: string;
  readonly id: string;
}

/** The refusals of all these records, by their ids. */
export async function readRefusals(
  client: StaffClient,
  records: readonly AskedRecord[],
): Promise<ReadonlyMap<string, RefusedActs>> {
  const args = { kinds: records.map(({ kind }) => kind), records: records.map(({ id }) => id) };
  const found = refusalsSchema.parse(unwrap(await client.rpc('refusals', args)));
  return new Map(records.map(({ id }) => [id, found[id] ?? {}]));
}
