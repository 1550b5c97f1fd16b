import type { Connection, VarsContext } from '@supabase/lite';
import { type Kysely, sql } from 'kysely';
import { comparing } from './comparisons.ts';
import { withTypedValues } from './filtered-requests.ts';
import { isOfVisitor } from './visitors.ts';

export function corrected(connection: Connection): Connection {
  // Without this, lite grants every role everything on every table at the first request.
  Object.assign(connection, { rlsState: 'active', applyJwtSessionContext: setRequestContext });
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => asRaisedStatus(normalize(error));
  connection.kysely = connection.kysely.withPlugin(comparing);
  return withFunctionSettings(withTypedValues(connection));
}

const TIMEOUT_OF_VISITORS = '3s';

/** Sets the caller in one statement; lite sends six, and each is a round trip. */
async function setRequestContext(transaction: Kysely<unknown>, { auth }: VarsContext): Promise<void> {
  const { role, uid, jwt }: { role?: unknown; uid?: unknown; jwt?: unknown } = auth ?? {};
  const name = String(role || 'anon');
  const isLimited = isOfVisitor.getStore() ?? name === 'anon';
  const limited = isLimited ? sql`, set_config('statement_timeout', ${TIMEOUT_OF_VISITORS}, true)` : sql``;
  await sql`
    select set_config('role', ${name}, true),
      set_config('request.jwt.claim.role', ${name}, true),
      set_config('request.jwt.claim.sub', ${String(uid ?? '')}, true),
      set_config('request.jwt.claims', ${jwt ? JSON.stringify(jwt) : ''}, true)${limited}
  `.execute(transaction);
}

/**
 * Runs a call by POST read-only where the function is stable or immutable; lite does so for GET alone. A function's own
 * statement_timeout holds from before the call, as with PostgREST: PostgreSQL reads it at the start of a statement.
 */
function withFunctionSettings(connection: Connection): Connection {
  const served = connection as Connection & {
    applyRpcRequestGucs(transaction: Kysely<unknown>, call: { path?: unknown }): Promise<void>;
  };
  const apply = served.applyRpcRequestGucs.bind(served);
  served.applyRpcRequestGucs = async (transaction, call) => {
    await apply(transaction, call);
    const [, name] = /\/rpc\/([^/?]+)/.exec(String(call.path)) ?? [];
    const { functions = [] } = await connection.introspect({ useCache: true });
    const called = functions.filter((candidate) => candidate.name === name && candidate.schema === 'public');
    const isReading = called.length > 0 && called.every(({ volatility }) => volatility !== 'v');
    if (isReading) await sql`set local transaction_read_only = on`.execute(transaction);
    else if (called.length > 0) await timeoutOf(String(name)).execute(transaction);
  };
  return connection;
}

const timeoutOf = (name: string) => sql`
  select set_config('statement_timeout', split_part(setting, '=', 2), true)
  from pg_catalog.pg_proc p cross join unnest(p.proconfig) setting
  where p.pronamespace = 'public'::regnamespace and p.proname = ${name} and setting like 'statement_timeout=%'
`;

export interface PostgresError {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
  table_name?: string;
  constraint_name?: string;
  cause?: unknown;
}

const statuses: [codes: RegExp, status: number][] = [
  [/^(23514|23P01|23001|23000|P0001)$/, 400],
  [/^57014$/, 504],
  [/^(08|53|57P)/, 503],
  [/^54/, 413],
  [/^(0L|0P|28)/, 403],
];

/** Raises the error with PostgREST's code `PGRST`, which carries body and status as JSON. */
function asRaisedStatus(error: unknown): unknown {
  if (isLostConnection(error)) return asRaisedStatus({ code: '08006', message: 'The database cannot be reached' });
  if (!isPostgresError(error)) return error;
  const status = statuses.find(([codes]) => codes.test(error.code))?.[1];
  if (!status) return error;
  const { code, message, detail: details = null, hint = null } = error;
  return {
    code: 'PGRST',
    message: JSON.stringify({ code, message, details, hint }),
    detail: JSON.stringify({ status, headers: {} }),
    cause: error,
  };
}

function isLostConnection(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' && /^(CONNECTION_|CONNECT_|ECONN|ENOENT|EPIPE)/.test(code);
}

export function isPostgresError(error: unknown): error is PostgresError {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as Partial<PostgresError>;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && typeof message === 'string';
}
