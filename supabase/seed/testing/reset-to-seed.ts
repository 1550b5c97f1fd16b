import type { Database } from '../../local-backend/database/database.ts';
import { type Content, readContent } from '../content.ts';
import { administratorId } from '../demo.ts';
import { fillDemo } from '../load.ts';
import { emptyTables } from './empty-tables.ts';

let content: Content | undefined;

/**
 * Empties every table and seeds it again, which is how tests start afresh. The demo administrator and their sessions
 * stay, other accounts go. Content files are read once in a process.
 */
export async function resetToSeed(database: Database): Promise<void> {
  content ??= readContent();
  const fresh = content;
  await database.transaction(async (transaction) => {
    await emptyTables(transaction);
    await transaction.query('delete from auth.users where id <> $1', [administratorId]);
    await fillDemo(transaction, fresh);
  });
}
