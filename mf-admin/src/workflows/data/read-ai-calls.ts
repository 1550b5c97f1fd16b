import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { AiCalls } from '../model/ai-calls.ts';

/** How often providers were asked today, and how often they may be. */
export async function readAiCalls(client: StaffClient): Promise<AiCalls> {
  const row = unwrap(await client.rpc('ai_calls_today').maybeSingle());
  return { mine: row.mine, ofAccount: row.of_account, everybodys: row.everybodys, inAll: row.in_all };
}
