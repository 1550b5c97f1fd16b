import { createSystem } from '../database/bootstrap.ts';
import { type BulkSession, inTransaction, type OpenDatabase } from '../database/database.ts';
import { type Snapshot, tablesIn } from './snapshot.ts';

export interface TableCount {
  table: string;
  taken: number;
  stored: number;
}

export async function loadSnapshot(target: OpenDatabase, snapshot: Snapshot): Promise<void> {
  await createSystem(target);
  for (const { statements } of snapshot.contents.migrations) {
    await target.database.transaction((transaction) => transaction.execute(statements.join(';\n')));
  }
  await loadRows(target, snapshot);
}

interface LoadOptions {
  /** Tables whose present rows stay. */
  kept?: readonly string[];
  nameOf?: (name: string) => string;
}

export function loadRows(target: OpenDatabase, snapshot: Snapshot, options: LoadOptions = {}): Promise<TableCount[]> {
  return target.inBulk(async (session) => {
    const counts = await inTransaction(session, () => replaceRows(session, snapshot, options));
    await session.execute('analyze');
    return counts;
  });
}

async function replaceRows(
  session: BulkSession,
  { contents, rowsOf }: Snapshot,
  { kept = [], nameOf = (name) => name }: LoadOptions,
): Promise<TableCount[]> {
  const present = new Map((await tablesIn(session)).map(({ name, columns }) => [name, columns]));
  const lost = contents.tables.find(({ name, columns }) =>
    columns.some((column) => !present.get(nameOf(name))?.includes(column)),
  );
  if (lost) throw new Error(`No migration makes the table ${nameOf(lost.name)} with all its columns.`);
  // Triggers and foreign keys are off, since the rows are already as these left them.
  await session.execute('set local session_replication_role = replica');
  const replaced = [...present.keys()].filter((name) => !kept.includes(name));
  if (replaced.length > 0) await session.execute(`truncate ${replaced.join(', ')}`);
  const counts: TableCount[] = [];
  for (const table of contents.tables) {
    const count = { table: nameOf(table.name), taken: 0, stored: 0 };
    const rows = counted(rowsOf(table), count);
    if (kept.includes(count.table)) for await (const _ of rows);
    else counts.push(await copyRows(session, table.columns, rows, count));
  }
  for (const { name, value } of contents.sequences) {
    if (value === null) await session.execute(`alter sequence ${nameOf(name)} restart`);
    else await session.query('select setval($1::regclass, $2::bigint)', [nameOf(name), value]);
  }
  return counts;
}

async function copyRows(
  session: BulkSession,
  columns: readonly string[],
  rows: AsyncIterable<Uint8Array>,
  count: TableCount,
): Promise<TableCount> {
  const { table } = count;
  await session.copyIn(`${table} (${columns.join(', ')})`, rows).catch((cause) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The rows of ${table} cannot be stored: ${why}`, { cause });
  });
  const [found] = await session.query<{ stored: string }>(`select count(*)::text as stored from ${table}`);
  count.stored = Number(found?.stored);
  if (count.stored !== count.taken) {
    throw new Error(`Of the ${count.taken} rows of ${table} ${count.stored} were stored.`);
  }
  return count;
}

const NEWLINE = 10;

/** Counts rows in PostgreSQL's text form: each ends with the only unescaped line break. */
async function* counted(rows: AsyncIterable<Uint8Array>, count: TableCount): AsyncIterable<Uint8Array> {
  for await (const part of rows) {
    for (const byte of part) if (byte === NEWLINE) count.taken += 1;
    yield part;
  }
}
