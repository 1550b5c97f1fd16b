import { createSystem } from '../database/bootstrap.ts';
import { type BulkSession, inTransaction, type OpenDatabase } from '../database/database.ts';
import { type Digest, digested, requireSame } from './digest.ts';
import { type Snapshot, type Table, tablesIn } from './snapshot.ts';

interface LoadedTable {
  table: string;
  taken: Digest;
}

export async function loadSnapshot(
  target: OpenDatabase,
  snapshot: Snapshot,
  options: LoadOptions = {},
): Promise<LoadedTable[]> {
  await createSystem(target);
  for (const { statements } of snapshot.contents.migrations) {
    await target.database.transaction((transaction) => transaction.execute(statements.join(';\n')));
  }
  return target.inBulk(async (session) => {
    const loaded = await inTransaction(session, () => replaceRows(session, snapshot, options));
    await session.execute('analyze');
    return loaded;
  });
}

export interface LoadOptions {
  /** Reads each table again and compares it with the rows that were taken. */
  readBack?: boolean;
}

async function replaceRows(
  session: BulkSession,
  { contents, rowsOf }: Snapshot,
  { readBack = false }: LoadOptions,
): Promise<LoadedTable[]> {
  const present = new Map((await tablesIn(session)).map(({ name, columns }) => [name, columns]));
  const lost = contents.tables.find(({ name, columns }) =>
    columns.some((column) => !present.get(name)?.includes(column)),
  );
  if (lost) throw new Error(`No migration makes the table ${lost.name} with all its columns.`);
  // Triggers and foreign keys are off, since the rows are already as these left them.
  await session.execute('set local session_replication_role = replica');
  // Each table is read from its first row.
  await session.execute('set local synchronize_seqscans = off');
  if (present.size > 0) await session.execute(`truncate ${[...present.keys()].join(', ')}`);
  const loaded: LoadedTable[] = [];
  for (const table of contents.tables) loaded.push(await copyRows(session, table, rowsOf(table), readBack));
  for (const { name, value } of contents.sequences) {
    if (value === null) await session.execute(`alter sequence ${name} restart`);
    else await session.query('select setval($1::regclass, $2::bigint)', [name, value]);
  }
  return loaded;
}

async function copyRows(
  session: BulkSession,
  { name, columns }: Table,
  rows: AsyncIterable<Uint8Array>,
  readBack: boolean,
): Promise<LoadedTable> {
  const target = `${name} (${columns.join(', ')})`;
  const source = digested(rows);
  await session.copyIn(target, source.rows).catch((cause) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The rows of ${name} cannot be stored: ${why}`, { cause });
  });
  const taken = source.digest();
  const [found] = await session.query<{ stored: string }>(`select count(*)::text as stored from ${name}`);
  const stored = Number(found?.stored);
  if (stored !== taken.rows) throw new Error(`Of the ${taken.rows} rows of ${name} ${stored} were stored.`);
  if (readBack) {
    const again = digested(session.copyOut(target));
    for await (const _ of again.rows);
    requireSame(name, again.digest(), taken);
  }
  return { table: name, taken };
}
