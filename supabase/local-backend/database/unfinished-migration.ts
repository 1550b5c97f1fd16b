import type { Database } from './database.ts';

/** What was so before the database was to be migrated, for as long as no start has come to the end of that. */
export interface Beforehand {
  wasSignUpOpen: boolean;
}

const MIGRATING = 'supabase/migrations';

/** What an earlier start noted that was ended, or whose migration failed. Nothing is written. */
export async function unfinishedMigration(database: Database): Promise<Beforehand | undefined> {
  const [{ found } = { found: false }] = await database.query<{ found: boolean }>(
    "select to_regclass('supabase_migrations.seed_files') is not null as found",
  );
  if (!found) return undefined;
  const [note] = await database.query<{ hash: string }>(
    'select hash from supabase_migrations.seed_files where path = $1',
    [MIGRATING],
  );
  return note && { wasSignUpOpen: note.hash === 'open' };
}

export async function noteMigration(database: Database, { wasSignUpOpen }: Beforehand): Promise<void> {
  await database.query('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [
    MIGRATING,
    wasSignUpOpen ? 'open' : 'not open',
  ]);
}

export async function finishMigration(database: Database): Promise<void> {
  await database.query('delete from supabase_migrations.seed_files where path = $1', [MIGRATING]);
}
