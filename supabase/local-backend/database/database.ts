import type { Connection } from '@supabase/lite';

/** Access as the database's owner, past row-level security. */
export interface Database {
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  execute(script: string): Promise<void>;
  transaction<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
}

export type Session = Pick<Database, 'query' | 'execute'>;

export interface BulkSession extends Session {
  copyOut(table: string): AsyncIterable<Uint8Array>;
  copyIn(table: string, rows: AsyncIterable<Uint8Array>): Promise<void>;
}

export type InBulk = <Result>(work: (session: BulkSession) => Promise<Result>) => Promise<Result>;

export interface Connections {
  /** The owner's, for the tables of the system and for reading the schema. */
  owner: Connection;
  /** Connections of the role `authenticator`. */
  requests: Connection;
  /** Connections of the role `supabase_auth_admin`, which has the tables of the auth service alone. */
  accounts: Connection;
}

/** Who sends a request, and the headers that policies may read. */
export interface Caller {
  readonly role: string;
  readonly uid: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Runs statements in one transaction with the rights of a caller. */
export type AsCaller = <Result>(caller: Caller, work: (query: Session['query']) => Promise<Result>) => Promise<Result>;

export interface OpenDatabase {
  connections: Connections;
  asCaller: AsCaller;
  database: Database;
  inBulk: InBulk;
  /** The passwords that the roles of requests sign in with; none where the server asks for none. */
  passwords: readonly { role: string; password: string }[];
  /** Calls back with each notification, and without one whenever some may have been missed. */
  listen(channel: string, onNotified: (payload?: string) => void): Promise<void>;
  gone?: Promise<void>;
  close(): Promise<void>;
}

export function databaseOf(inBulk: InBulk): Database {
  return {
    query: (sql, parameters) => inBulk((session) => session.query(sql, parameters)),
    execute: (script) => inBulk((session) => session.execute(script)),
    transaction: (work) =>
      inBulk((session) => {
        const database: Database = { ...session, transaction: (nested) => nested(database) };
        return inTransaction(session, () => work(database));
      }),
  };
}

export async function inTransaction<Result>(
  session: Session,
  work: () => Promise<Result>,
  begin = 'begin',
): Promise<Result> {
  await session.execute(begin);
  try {
    const result = await work();
    await session.execute('commit');
    return result;
  } catch (error) {
    await session.execute('rollback');
    throw error;
  }
}

export async function hasTable({ query }: Pick<Session, 'query'>, name: string): Promise<boolean> {
  return (await query('select where to_regclass($1) is not null', [name])).length > 0;
}
