import type { Database } from '../local-backend/database/database.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Rows by table, in the order in which foreign keys allow to insert them. All rows of a table have the same columns. */
export type Rows = ReadonlyMap<string, readonly Row[]>;

/** Inserts the rows with one statement for each table. */
export async function insertRows(database: Database, rows: Rows): Promise<void> {
  for (const [table, [first, ...others]] of rows) {
    if (!first) continue;
    const columns = Object.keys(first).join(', ');
    await database.query(
      `insert into public.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::jsonb)`,
      [JSON.stringify([first, ...others])],
    );
  }
}
