import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { splitSqlStatements } from '@supabase/lite';
import { type Database, hasTable, type Session } from './database.ts';

export const projectMigrations = fileURLToPath(new URL('../../migrations', import.meta.url));

const RECORDS = 'supabase_migrations.schema_migrations';

export type Migration = ReturnType<typeof migrationsIn>[number];

/** Applies missing migrations, up to a version if one is given, each in a transaction with a record in the form of the Supabase CLI. */
export async function migrate(database: Database, directory: string, last?: string): Promise<string[]> {
  const known = await appliedVersions(database);
  const missing = migrationsIn(directory).filter(
    ({ version }) => !known.has(version) && (last === undefined || version <= last),
  );
  for (const migration of missing) await apply(database, migration);
  return missing.map(({ file }) => file);
}

/** The versions of the migrations that a database has. */
export async function appliedVersions(session: Pick<Session, 'query'>): Promise<ReadonlySet<string>> {
  if (!(await hasTable(session, RECORDS))) return new Set();
  const applied = await session.query<{ version: string }>(`select version from ${RECORDS}`);
  return new Set(applied.map(({ version }) => version));
}

export function migrationsIn(directory: string) {
  return readdirSync(directory)
    .sort()
    .flatMap((file) => {
      const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
      return version && name ? [{ file, version, name, sql: readFileSync(join(directory, file), 'utf8') }] : [];
    });
}

export async function apply(database: Database, { file, version, name, sql }: Migration): Promise<void> {
  try {
    await database.transaction(async (transaction) => {
      await transaction.execute(sql);
      await transaction.query(`insert into ${RECORDS} (version, name, statements) values ($1, $2, $3)`, [
        version,
        name,
        splitSqlStatements(sql),
      ]);
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${file} failed${lineOf(error, sql)}: ${message}`, {
      cause: error,
    });
  }
}

function lineOf(error: unknown, sql: string): string {
  const position = Number((error as { position?: unknown }).position);
  return position > 0 ? ` at line ${sql.slice(0, position).split('\n').length}` : '';
}
