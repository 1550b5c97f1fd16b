import type { PGlite } from '@supabase/lite/pglite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Turns } from './turns.ts';

/**
 * PGlite has a single session, and lite's own dialect lets every request use it at once: the statements of two
 * transactions mix, and one request runs with the other's role. Here a transaction has the session to itself.
 */
export function exclusiveDialect(pglite: PGlite, turns: Turns): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ExclusiveDriver(pglite, turns),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

interface HeldConnection extends DatabaseConnection {
  release(): void;
}

class ExclusiveDriver implements Driver {
  readonly #pglite: PGlite;
  readonly #turns: Turns;

  constructor(pglite: PGlite, turns: Turns) {
    this.#pglite = pglite;
    this.#turns = turns;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<HeldConnection> {
    const release = await this.#turns.take();
    return { ...connectionTo(this.#pglite), release };
  }

  async releaseConnection(connection: HeldConnection): Promise<void> {
    connection.release();
  }

  // Simple queries: a statement with parameters is several exchanges with PGlite, and these have none.
  async beginTransaction(): Promise<void> {
    await this.#pglite.exec('begin');
  }

  async commitTransaction(): Promise<void> {
    await this.#pglite.exec('commit');
  }

  async rollbackTransaction(): Promise<void> {
    await this.#pglite.exec('rollback');
  }

  async destroy(): Promise<void> {}
}

function connectionTo(pglite: PGlite): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery) {
      const { rows, affectedRows } = await pglite.query<Row>(query.sql, [...query.parameters]);
      return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
    },
    // biome-ignore lint/correctness/useYield: the interface wants a generator, PGlite has no cursors to feed it.
    async *streamQuery() {
      throw new Error('PGlite does not stream query results.');
    },
  };
}
