import type { Database } from '../database/database.ts';
import { requestPath } from '../http/request-path.ts';

const READS = ['GET', 'HEAD', 'OPTIONS'];
/** Notes that a token was used, each time that a shell asks; no content. */
const NOTING = ['read_registry'];
const CALL = /^\/rest\/v1\/rpc\/([^/]+)/;

/** Tells which requests may write content: no reads, no calls of functions that the database lets only read, no accounts. */
export async function contentWriters(database: Database): Promise<(request: Request) => boolean> {
  const rows = await database.query<{ name: string }>(
    `select proname as name from pg_catalog.pg_proc where pronamespace = 'public'::regnamespace
     group by proname having bool_and(provolatile <> 'v')`,
  );
  const readers = new Set([...rows.map(({ name }) => name), ...NOTING]);
  return (request) => {
    if (READS.includes(request.method)) return false;
    const path = requestPath(request);
    const [, called] = CALL.exec(path) ?? [];
    return !path.startsWith('/auth/v1/') && (called === undefined || !readers.has(called));
  };
}
