import type { Connection, VarsContext } from '@supabase/lite';
import { type Kysely, sql } from 'kysely';

/**
 * Tells the database who asks, for one transaction, in one statement. Lite takes six, each a round trip, which are
 * most of a short request's time.
 */
export function withShortRequestContext<Served extends Connection>(connection: Served): Served {
  return Object.assign(connection, { applyJwtSessionContext: setRequestContext });
}

/** What a statement of a visitor may take, as on a Supabase project; others have what the connection allows. */
const VISITORS_TIMEOUT = '3s';

interface Asker {
  role?: unknown;
  uid?: unknown;
  jwt?: unknown;
}

async function setRequestContext(transaction: Kysely<unknown>, { auth }: VarsContext): Promise<void> {
  const { role, uid, jwt }: Asker = auth ?? {};
  const name = String(role || 'anon');
  const limited = name === 'anon' ? sql`, set_config('statement_timeout', ${VISITORS_TIMEOUT}, true)` : sql``;
  await sql`
    select set_config('role', ${name}, true),
      set_config('request.jwt.claim.role', ${name}, true),
      set_config('request.jwt.claim.sub', ${String(uid ?? '')}, true),
      set_config('request.jwt.claims', ${jwt ? JSON.stringify(jwt) : ''}, true)${limited}
  `.execute(transaction);
}
