import type { Database } from './database.ts';

export type Seed = (database: Database) => Promise<void>;

const SEED = 'supabase/seed';

/** Notes, before the first migration, that a new database wants its seed, so that a killed first start resumes. */
export async function planSeed(database: Database): Promise<void> {
  await database.query(
    `insert into supabase_migrations.seed_files (path, hash)
     select $1, 'planned' where not exists (select from supabase_migrations.schema_migrations)
     on conflict (path) do nothing`,
    [SEED],
  );
}

/** Seeds a database that wants it, all or nothing, and tells whether it did. */
export function runPlannedSeed(database: Database, seed: Seed): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const planned = await transaction.query(
      "update supabase_migrations.seed_files set hash = 'loaded' where path = $1 and hash = 'planned' returning path",
      [SEED],
    );
    if (planned.length > 0) await seed(transaction);
    return planned.length > 0;
  });
}
