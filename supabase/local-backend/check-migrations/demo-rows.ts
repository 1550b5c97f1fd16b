import { readContent } from '../../seed/content.ts';
import { insertRows } from '../../seed/load.ts';
import { contentRows, type Row } from '../../seed/rows.ts';
import type { Database } from '../database/database.ts';

const COLUMNS = "select table_name, column_name from information_schema.columns where table_schema = 'public'";

/**
 * Inserts the demo's content, as far as a schema of another version has its tables and columns. Resolves with whether that
 * was possible: a column that the content no longer fills may be required.
 */
export async function insertDemoRows(database: Database): Promise<boolean> {
  const columns = await database.query<{ table_name: string; column_name: string }>(COLUMNS);
  const known = new Set(columns.map(({ table_name: table, column_name: column }) => `${table}.${column}`));
  const fitting = (table: string, row: Row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => known.has(`${table}.${column}`)));
  const rows = Object.entries(contentRows(readContent(), new Date(), null))
    .filter(([table]) => known.has(`${table}.id`))
    .map(([table, all]) => [table, all.map((row) => fitting(table, row))] as const);
  return database
    .transaction((transaction) => insertRows(transaction, Object.fromEntries(rows)))
    .then(
      () => true,
      () => false,
    );
}
