import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

export type Act = 'publish' | 'unschedule' | 'move' | 'delete';
type Change = Record<string, string | null>;

/** Acts on records as single acts do. Those that are `refused` do not stop the others. */
export const actOnRecords = async (
  client: StaffClient,
  asked: { readonly kind: string; readonly ids: string[]; readonly act: Act; readonly change?: Change },
) => unwrap(await client.rpc('act_on_records', asked));
