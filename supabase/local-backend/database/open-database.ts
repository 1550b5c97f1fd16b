import type { Connection } from '@supabase/lite';
import type { InBulk } from './bulk.ts';
import type { Database } from './database.ts';
import { withJsonTexts } from './json-texts.ts';
import { withPostgrestErrors } from './postgrest-errors.ts';
import { withShortRequestContext } from './request-context.ts';

export interface OpenDatabase {
  /** What lite serves requests from. */
  connection: Connection;
  /** The same database for everything that is not a request. */
  database: Database;
  inBulk: InBulk;
  /** Calls back whenever a channel is notified, and after each moment in which that could have been missed. */
  listen(channel: string, onNotified: () => void): Promise<void>;
  /** Resolves when the database has ended by itself; only a server that was started here can. */
  gone?: Promise<void>;
  close(): Promise<void>;
}

/** A connection of lite's, mended where requests would be answered wrongly, unsafely or slowly. */
export function mended<Served extends Connection>(connection: Served): Served {
  return withPostgrestErrors(withJsonTexts(withShortRequestContext(withoutGrants(connection))));
}

/** Unless told that grants are in place, lite grants everything on every table to every role at the first request. */
function withoutGrants<Served extends Connection>(connection: Served): Served {
  return Object.assign(connection, { rlsState: 'active' });
}
