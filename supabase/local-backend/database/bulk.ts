import type { Session } from './database.ts';

/** A session that moves whole tables, in PostgreSQL's own text form of rows. */
export interface BulkSession extends Session {
  /** The rows of a table, given as SQL with the columns that are wanted: `notes (id, body)`. */
  copyOut(table: string): AsyncIterable<Uint8Array>;
  copyIn(table: string, rows: AsyncIterable<Uint8Array>): Promise<void>;
}

/** Has one session of a database to itself. */
export type InBulk = <Result>(work: (session: BulkSession) => Promise<Result>) => Promise<Result>;
