import type { Database } from '../local-backend/database/database.ts';
import { adRows } from './ad-rows.ts';
import { administratorId, createAdministrator } from './administrator.ts';
import { blogRows } from './blog-rows.ts';
import { type Content, readContent } from './content.ts';
import { courseRows } from './course-rows.ts';
import { emptyTables } from './empty-tables.ts';
import { insertRows } from './insert-rows.ts';
import { matrixRows } from './matrix-rows.ts';
import { workflowRows } from './workflow-rows.ts';
import { workshopRows } from './workshop-rows.ts';

/** Fills an empty, migrated database with the content of this folder, dated relative to now: all of it or nothing. */
export async function loadSeed(database: Database): Promise<void> {
  await fill(database, readContent());
}

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
    await fill(transaction, fresh);
  });
}

function fill(database: Database, content: Content, now = new Date()): Promise<void> {
  return database.transaction(async (transaction) => {
    await createAdministrator(transaction);
    const tables = [
      ...blogRows(content, now),
      ...workshopRows(content, now),
      ...courseRows(content, now),
      ...matrixRows(content),
      ...adRows(content, now),
      ...workflowRows(content, now),
    ];
    await insertRows(transaction, new Map(tables));
  });
}
