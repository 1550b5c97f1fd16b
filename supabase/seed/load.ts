import type { Database } from '../local-backend/database/database.ts';
import { adRows, blogRows } from './blog-rows.ts';
import { type Content, readContent } from './content.ts';
import { administratorId, openDemo } from './demo.ts';
import { courseRows, workshopRows } from './learning-rows.ts';
import { matrixRows } from './matrix-rows.ts';
import { insertRows, type Rows } from './tables.ts';
import { workflowRows } from './workflow-rows.ts';

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

/** The rows of content files by table, dated relative to `now`. */
export const contentRows = (content: Content, now: Date, author: string | null): Rows =>
  new Map([
    ...blogRows(content, now),
    ...workshopRows(content, now),
    ...courseRows(content, now),
    ...matrixRows(content),
    ...adRows(content, now),
    ...workflowRows(content, now, author),
  ]);

function fill(database: Database, content: Content, author: string | null, now = new Date()): Promise<void> {
  return database.transaction(async (transaction) => {
    await insertRows(transaction, contentRows(content, now, author));
    // The demo is nobody's own site.
    await transaction.query(
      "update public.site set skipped_steps = array['name', 'colors', 'imprint', 'post', 'invitation']",
    );
  });
}
