import { ofEarlierVersion } from '@ki/shared/process/earlier-version.ts';
import { splitSqlStatements } from '@supabase/lite';
import { isOfEarlierVersion, withBaseline } from './baseline.ts';
import { type Database, hasTable } from './database.ts';
import type { Migration } from './migrate.ts';

interface Applied {
  version: string;
  name: string | null;
  statements: string[] | null;
}

export async function checkHistory(database: Database, migrations: readonly Migration[]): Promise<number> {
  if (!(await hasTable(database, 'supabase_migrations.schema_migrations'))) return 0;
  const applied = await database.query<Applied>(
    'select version, name, statements from supabase_migrations.schema_migrations order by version',
  );
  const history = withBaseline(applied);
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  const unknown = history.filter(({ version }) => !known.has(version));
  if (isOfEarlierVersion(unknown)) throw new Error(ofEarlierVersion('The database'));
  if (unknown.length > 0) throw new Error(newer(unknown));
  for (const { version, statements } of history) {
    const migration = known.get(version);
    if (migration && statements && essence(statements) !== essence(splitSqlStatements(migration.sql))) {
      throw new Error(changed(migration.file));
    }
  }
  return history.length;
}

function newer(unknown: ReturnType<typeof withBaseline>): string {
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

/** Without comments and layout, which the Supabase CLI stores differently. */
function essence(statements: readonly string[]): string {
  return statements
    .join(';')
    .replace(/--[^\n]*/g, '')
    .replace(/[\s;]+/g, '');
}
