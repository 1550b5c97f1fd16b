import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDurably } from '@ki/shared/process/files.ts';
import { shortHash } from '@ki/shared/process/hash.ts';
import type { CacheDriver } from '@supabase/lite';
import { bootstrapScript } from '../database/bootstrap.ts';
import type { Database } from '../database/database.ts';

const folder = fileURLToPath(new URL('../../node_modules/.cache/schemas', import.meta.url));

/** Caches lite's introspection on disk by migrations and lite's version; it takes longer than opening the database. */
export async function schemaCache(database: Database): Promise<CacheDriver> {
  const migrations = await database.query(
    'select version, statements from supabase_migrations.schema_migrations order by version',
  );
  const library = readFileSync(findPackageJSON('@supabase/lite', import.meta.url) ?? '', 'utf8');
  const file = join(folder, `${shortHash(JSON.stringify([library, bootstrapScript, migrations]))}.json`);
  return {
    get: async () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
    set: async (_, schema) => {
      mkdirSync(folder, { recursive: true });
      await writeDurably(file, schema);
    },
    // Lite deletes its entry when it closes, and the next start needs it.
    delete: async () => {},
  };
}
