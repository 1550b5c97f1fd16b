/** Access to the database as its owner, past row-level security: for migrations, the seed and tests. */
export interface Database {
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Runs a script of any number of statements. */
  execute(script: string): Promise<void>;
  transaction<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
}

/** One session of the database that nobody else uses meanwhile. */
export type Session = Pick<Database, 'query' | 'execute'>;

export function databaseOf(
  inSession: <Result>(work: (session: Session) => Promise<Result>) => Promise<Result>,
): Database {
  return {
    query: (sql, parameters) => inSession((session) => session.query(sql, parameters)),
    execute: (script) => inSession((session) => session.execute(script)),
    transaction: (work) => inSession((session) => runTransaction(session, work)),
  };
}

async function runTransaction<Result>(
  session: Session,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  await session.execute('begin');
  try {
    const result = await work(databaseInTransaction(session));
    await session.execute('commit');
    return result;
  } catch (error) {
    await session.execute('rollback');
    throw error;
  }
}

function databaseInTransaction(session: Session): Database {
  const database: Database = { ...session, transaction: (work) => work(database) };
  return database;
}
