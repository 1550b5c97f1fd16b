/**
 * Prints the catalogue of a database as sorted text, so that two databases can be compared with `diff`:
 * `node catalogue.ts postgresql://…` reads a database, `node catalogue.ts FOLDER` one that the migrations of a folder
 * make on a server of its own; by default the folder is `migrations`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bootBackend } from './local-backend/boot.ts';
import { connectDriver } from './local-backend/database/address.ts';
import { createTestDatabase } from './local-backend/fixtures/test-database.ts';

const script = readFileSync(new URL('catalogue.sql', import.meta.url), 'utf8');

/** A text for each object and each row, sorted. It begins with the kind and the name. */
export async function catalogueOf(url: string): Promise<string[]> {
  const sql = connectDriver(url, { max: 1, connection: { search_path: 'pg_catalog' } });
  try {
    await sql.unsafe(script).simple();
    const objects = await sql<
      { text: string }[]
    >`select concat(kind, ' ', name, ': ', definition) as text from catalogue`;
    return objects.map(({ text }) => text.trimEnd()).sort();
  } finally {
    await sql.end();
  }
}

async function catalogueOfMigrations(migrationsDir: string): Promise<string[]> {
  const { url, drop } = await createTestDatabase('system');
  try {
    const backend = await bootBackend({ databaseUrl: url, seed: false, migrationsDir });
    await backend.close();
    return await catalogueOf(url);
  } finally {
    await drop();
  }
}

if (import.meta.main) {
  const [given = fileURLToPath(new URL('migrations', import.meta.url))] = process.argv.slice(2);
  const catalogue = await (/^postgres(ql)?:/.test(given) ? catalogueOf(given) : catalogueOfMigrations(given));
  process.stdout.write(catalogue.map((text) => `${text.replaceAll('\n', '\n    ')}\n`).join(''));
}
