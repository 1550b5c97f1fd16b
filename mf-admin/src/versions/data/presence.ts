import { staffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';

export interface OpenRecord {
  /** The table. */
  readonly kind: string;
  readonly record: string;
}

let last: Promise<unknown> = Promise.resolve();

/** A form that is drawn anew closes and opens its record at once: the calls reach the database in this order. */
function inOrder<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const answer = last.then(call);
  last = answer.catch(() => undefined);
  return answer;
}

/** Says that this account has a record open. Returns the names of others who have. Never ends the session. */
export const openRecord = (record: OpenRecord): Promise<readonly string[]> =>
  inOrder(async () => unwrap(await (await staffClient()).rpc('open_record', { ...record })));

export const closeRecord = (record: OpenRecord): Promise<void> =>
  inOrder(async () => unwrapNothing(await (await staffClient()).rpc('close_record', { ...record })));
