import type { Database } from '../local-backend/database/database.ts';
import { createAdministrator, deleteAdministrator } from './administrator.ts';

/** What only the embedded demo has: an account with a published password, and a sign-up that makes everybody staff. */
export async function openDemo(database: Database): Promise<void> {
  await createAdministrator(database);
  await openSignUp(database);
}

/** Whether everybody who signs up becomes staff; not so before the first migration. */
export async function isSignUpOpen(database: Database): Promise<boolean> {
  const found = await database.query(
    "select from pg_catalog.pg_attribute where attrelid = to_regclass('private.settings') and attname = 'sign_up'",
  );
  if (found.length === 0) return false;
  const open = await database.query("select from private.settings where sign_up = 'open'");
  return open.length > 0;
}

export async function openSignUp(database: Database): Promise<void> {
  await database.query("update private.settings set sign_up = 'open'");
}

/** Ends a demo whose database was moved to a server, with the account that everybody could use; tells whether it was one. */
export function endDemo(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (!(await deleteAdministrator(transaction))) return false;
    await transaction.query("update private.settings set sign_up = 'invited' where sign_up = 'open'");
    return true;
  });
}
