import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { splitSqlStatements } from '@supabase/lite';
import { BASELINE, FORMER, hasAllFormer, withBaseline } from './baseline.ts';
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

/** The versions of the migrations that a database has, or will have once it records the baseline. */
export async function appliedVersions(session: Pick<Session, 'query'>): Promise<ReadonlySet<string>> {
  return new Set(withBaseline(await recordsIn(session)).map(({ version }) => version));
}

const recordsIn = async (session: Pick<Session, 'query'>) =>
  (await hasTable(session, RECORDS)) ? session.query<{ version: string }>(`select version from ${RECORDS}`) : [];

/** Records the baseline in place of the migrations that it replaced; nothing else of the database changes. */
export function recordBaseline(database: Database, migrations: readonly Migration[]): Promise<boolean> {
  const baseline = migrations.find(({ version }) => version === BASELINE);
  return database.transaction(async (transaction) => {
    if (!baseline || !hasAllFormer(await recordsIn(transaction))) return false;
    const { first, last } = FORMER;
    await transaction.query(`delete from ${RECORDS} where version between $1 and $2`, [first, last]);
    await record(transaction, baseline);
    return true;
  });
}

export function migrationsIn(directory: string) {
  return readdirSync(directory)
    .sort()
    .flatMap((file) => {
      const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
      return version && name ? [{ file, version, name, sql: readFileSync(join(directory, file), 'utf8') }] : [];
    });
}

const record = (session: Pick<Session, 'query'>, { version, name, sql }: Migration) =>
  session.query(`insert into ${RECORDS} (version, name, statements) values ($1, $2, $3)`, [
    version,
    name,
    splitSqlStatements(sql),
  ]);

export async function apply(database: Database, migration: Migration): Promise<void> {
  const { file, sql } = migration;
  try {
    await database.transaction(async (transaction) => {
      await transaction.execute(sql);
      await record(transaction, migration);
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
