import type { Connection } from '@supabase/lite';

export interface PostgresError {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
  table?: string;
  table_name?: string;
  constraint?: string;
  constraint_name?: string;
  cause?: unknown;
}

/** Lite answers these with 500 and its own code; PostgREST's table of statuses says otherwise. */
const statuses: [codes: RegExp, status: number][] = [
  [/^(23514|23P01|23001|23000|P0001)$/, 400],
  // The database interrupted a statement that took too long; PostgREST's 500 would not say whose fault that is.
  [/^57014$/, 504],
  [/^(08|53|57P)/, 503],
  // A name that is too long for its index.
  [/^54/, 413],
  [/^(0L|0P|28)/, 403],
];

/** Makes lite answer database errors with the status and body that PostgREST gives them. */
export function withPostgrestErrors<Served extends Connection>(connection: Served): Served {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => asRaisedStatus(normalize(error));
  return connection;
}

/** PostgREST's own way to choose a status: an error with the code `PGRST` that carries body and status as JSON. */
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

/** The driver's own codes, which are none of PostgreSQL's. */
function isLostConnection(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' && /^(CONNECTION_|CONNECT_|ECONN|ENOENT|EPIPE)/.test(code);
}

export function isPostgresError(error: unknown): error is PostgresError {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as Partial<PostgresError>;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && typeof message === 'string';
}
