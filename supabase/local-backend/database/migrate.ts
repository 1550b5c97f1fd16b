import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ofEarlierVersion } from '@ki/shared/process/earlier-version.ts';
import { splitSqlStatements } from '@supabase/lite';
import { type Database, hasTable, type Session } from './database.ts';

export const projectMigrations = fileURLToPath(new URL('../../migrations', import.meta.url));

const RECORDS = 'supabase_migrations.schema_migrations';

export const BASELINE = '20261207000000';

/** Versions of the migrations that the baseline replaced, and before them of those that these had replaced. */
export const FORMER = { first: '20261101080000', last: '20261206020000', count: 63 } as const;

/** As the history of a database has it, or a part of that. */
interface Entry {
  readonly version: string;
  readonly name?: string | null;
  readonly statements?: string[] | null;
}

const isFormer = ({ version }: Entry): boolean => version >= FORMER.first && version <= FORMER.last;

const hasAllFormer = (history: readonly Entry[]): boolean => history.filter(isFormer).length === FORMER.count;

/** A history that has a part of the replaced migrations cannot go on with the baseline. */
export const isOfEarlierVersion = (history: readonly Entry[]): boolean =>
  history.some(isFormer) && !hasAllFormer(history);

/** The history of a database as if the baseline had been applied where all replaced migrations were. */
const withBaseline = (history: readonly Entry[]): readonly Entry[] =>
  hasAllFormer(history) ? [{ version: BASELINE }, ...history.filter((entry) => !isFormer(entry))] : history;

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
    throw new Error(`The migration ${file} failed${lineOf(error, sql)}: ${message}`, { cause: error });
  }
}

function lineOf(error: unknown, sql: string): string {
  const position = Number((error as { position?: unknown }).position);
  return position > 0 ? ` at line ${sql.slice(0, position).split('\n').length}` : '';
}

export async function checkHistory(database: Database, migrations: readonly Migration[]): Promise<number> {
  if (!(await hasTable(database, RECORDS))) return 0;
  const history = withBaseline(
    await database.query<Entry>(`select version, name, statements from ${RECORDS} order by version`),
  );
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  const unknown = history.filter(({ version }) => !known.has(version));
  if (isOfEarlierVersion(unknown)) throw new Error(ofEarlierVersion('The database'));
  if (unknown.length > 0) {
    const names = unknown.map(({ version, name }) => (name ? `${version}_${name}` : version)).join(', ');
    throw new Error(
      `The database is newer than this code, which does not know its migration ${names}. ` +
        'Start the version of the code that made it, or restore a backup into another DATA_DIR.',
    );
  }
  for (const { version, statements } of history) {
    const migration = known.get(version);
    if (migration && statements && essence(statements) !== essence(splitSqlStatements(migration.sql))) {
      throw new Error(
        `The migration ${migration.file} was changed after it had been applied to this database. ` +
          'Put it back as it was, and write what is to change into a new migration.',
      );
    }
  }
  return history.length;
}

/** Without comments and layout, which the Supabase CLI stores differently. */
function essence(statements: readonly string[]): string {
  return statements
    .join(';')
    .replace(/--[^\n]*/g, '')
    .replace(/[\s;]+/g, '');
}
