import type { BulkSession } from '../database/bulk.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { createSystem } from '../database/system.ts';
import { type Snapshot, tablesIn } from './contents.ts';

export class UnloadableSnapshot extends Error {
  override name = 'UnloadableSnapshot';
}

/** Makes an empty database what another was: its schema from its migrations, then every row. */
export async function loadSnapshot(target: OpenDatabase, snapshot: Snapshot): Promise<void> {
  await createSystem(target);
  for (const { statements } of snapshot.contents.migrations) {
    await target.database.transaction((transaction) => transaction.execute(statements.join(';\n')));
  }
  await target.inBulk(async (session) => {
    await session.execute('begin');
    try {
      await loadRows(session, snapshot);
      await session.execute('commit');
    } catch (error) {
      await session.execute('rollback');
      throw error;
    }
    await session.execute('analyze');
  });
}

async function loadRows(session: BulkSession, { contents, rowsOf }: Snapshot): Promise<void> {
  const present = new Map((await tablesIn(session)).map(({ name, columns }) => [name, columns]));
  const lost = contents.tables.find(({ name, columns }) =>
    columns.some((column) => !present.get(name)?.includes(column)),
  );
  if (lost) throw new UnloadableSnapshot(`No migration makes the table ${lost.name} with all its columns.`);
  // Rows are as triggers and checks of references left them.
  await session.execute('set local session_replication_role = replica');
  if (present.size > 0) await session.execute(`truncate ${[...present.keys()].join(', ')}`);
  for (const table of contents.tables) {
    await session.copyIn(`${table.name} (${table.columns.join(', ')})`, rowsOf(table)).catch((cause) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new UnloadableSnapshot(`The rows of ${table.name} cannot be stored: ${why}`, { cause });
    });
  }
  for (const { name, value } of contents.sequences) {
    if (value === null) await session.execute(`alter sequence ${name} restart`);
    else await session.query('select setval($1::regclass, $2::bigint)', [name, value]);
  }
}
