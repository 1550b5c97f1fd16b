import type { Database } from '../local-backend/database/database.ts';
import { type Content, readContent } from './content.ts';
import { administratorId, openDemo } from './demo.ts';
import { contentRows, type Rows } from './rows.ts';

/** Fills an empty, migrated database with the content of this folder, dated relative to now: all of it or nothing. */
export async function loadContent(database: Database): Promise<void> {
  await fill(database, readContent(), null);
}

export async function loadDemo(database: Database): Promise<void> {
  await fillDemo(database, readContent());
}

export function fillDemo(database: Database, content: Content): Promise<void> {
  return database.transaction(async (transaction) => {
    await openDemo(transaction);
    await fill(transaction, content, administratorId);
  });
}

/** Inserts the rows with one statement for each table. */
export async function insertRows(database: Database, rows: Rows): Promise<void> {
  for (const [table, [first, ...others]] of Object.entries(rows)) {
    if (!first) continue;
    const columns = Object.keys(first).join(', ');
    await database.query(
      `insert into public.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::jsonb)`,
      [JSON.stringify([first, ...others])],
    );
  }
}

function fill(database: Database, content: Content, author: string | null): Promise<void> {
  return database.transaction(async (transaction) => {
    await insertRows(transaction, contentRows(content, new Date(), author));
    // The demo is nobody's own site.
    await transaction.query(
      "update public.site set skipped_steps = array['name', 'colors', 'imprint', 'post', 'invitation']",
    );
  });
}
