import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { shortHash } from '@ki/shared/process/hash.ts';
import type { CacheDriver } from '@supabase/lite';
import { bootstrapScript } from './bootstrap.ts';
import type { Database } from './database.ts';
import { keep, readKept } from './kept-files.ts';

/**
 * What lite read of a schema that the same migrations made, from one start to the next: reading it again takes longer
 * than opening the database.
 */
export async function keptSchema(database: Database): Promise<CacheDriver> {
  const migrations = await database.query(
    'select version, statements from supabase_migrations.schema_migrations order by version',
  );
  const library = readFileSync(findPackageJSON('@supabase/lite', import.meta.url) ?? '', 'utf8');
  const origin = JSON.stringify([library, bootstrapScript, migrations]);
  const name = `schema-${shortHash(origin)}.json`;
  return {
    get: async () => readKept(name)?.toString(),
    set: async (_, schema) => keep(name, schema),
    // Lite forgets it when it closes, and the next start wants it.
    delete: async () => {},
  };
}
