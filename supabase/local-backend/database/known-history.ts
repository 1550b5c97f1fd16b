import { splitSqlStatements } from '@supabase/lite';
import type { Database } from './database.ts';
import type { Migration } from './migrate.ts';

export class UnknownHistory extends Error {
  override name = 'UnknownHistory';
}

interface Applied {
  version: string;
  name: string | null;
  statements: string[] | null;
}

/**
 * Refuses a database that this code did not make: one with migrations that the code does not have, or that were
 * changed since. Returns how many were applied. Nothing is written.
 */
export async function checkHistory(database: Database, migrations: readonly Migration[]): Promise<number> {
  const [{ found } = { found: false }] = await database.query<{ found: boolean }>(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as found",
  );
  if (!found) return 0;
  const applied = await database.query<Applied>(
    'select version, name, statements from supabase_migrations.schema_migrations order by version',
  );
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  const unknown = applied.filter(({ version }) => !known.has(version));
  if (unknown.length > 0) throw new UnknownHistory(newer(unknown));
  for (const { version, statements } of applied) {
    const migration = known.get(version);
    if (migration && statements && !isSame(statements, splitSqlStatements(migration.sql))) {
      throw new UnknownHistory(changed(migration.file));
    }
  }
  return applied.length;
}

function newer(unknown: readonly Applied[]): string {
  const names = unknown.map(({ version, name }) => (name ? `${version}_${name}` : version)).join(', ');
  return (
    `The database is newer than this code, which does not know its migration ${names}. ` +
    'Start the version of the code that made it, or restore a backup into another DATA_DIR.'
  );
}

function changed(file: string): string {
  return (
    `The migration ${file} was changed after it had been applied to this database. ` +
    'Put it back as it was, and write what is to change into a new migration.'
  );
}

/** Comments and layout make no schema, and the Supabase CLI stores them in another way. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return essence(one) === essence(other);
}

function essence(statements: readonly string[]): string {
  return statements
    .join(';')
    .replace(/--[^\n]*/g, '')
    .replace(/[\s;]+/g, '');
}
