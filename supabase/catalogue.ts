/**
 * Prints the catalogue of a database as sorted text, so that two databases can be compared with `diff`:
 * `node catalogue.ts postgresql://…` reads a database, `node catalogue.ts FOLDER` one that the migrations of a folder
 * make on a server of its own; by default the folder is `migrations`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import { bootBackend } from './local-backend/boot.ts';
import { withSession } from './local-backend/database/address.ts';
import { createTestDatabase } from './local-backend/fixtures/test-database.ts';

const script = readFileSync(new URL('catalogue.sql', import.meta.url), 'utf8');

/** A text for each object and each row, sorted. It begins with the kind and the name. */
export function catalogueOf(url: string): Promise<string[]> {
  const read = async (sql: Sql) => {
    await sql.unsafe(script).simple();
    const select = "select concat(kind, ' ', name, ': ', definition) as text from catalogue";
    return (await sql.unsafe<{ text: string }[]>(select)).map(({ text }) => text.trimEnd()).sort();
  };
  return withSession(url, read, { connection: { search_path: 'pg_catalog' } });
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

/** Lines of what two catalogues do not share: `+` for the declaration alone, `-` for the migrations alone. */
export function differencesOf(declared: readonly string[], migrated: readonly string[]): readonly string[] {
  const [added, missing] = [without(declared, migrated), without(migrated, declared)];
  const lines = [...marked('-', missing, added), ...marked('+', added, missing)];
  return lines.sort(byName);
}

/** Both lines of an object stand together, whatever their signs are. */
const byName = (one: string, other: string): number =>
  Number(one.slice(2) > other.slice(2)) - Number(one.slice(2) < other.slice(2));

/** A text that is there twice counts twice: rows may have no key. */
function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
  return texts.filter((text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}

/** The kind and the name of an object, as in `policy public.posts Staff add posts`. */
const nameOf = (entry: string): string => entry.slice(0, entry.indexOf(': '));

const linesOf = (entry: string): readonly string[] => entry.slice(nameOf(entry).length + 2).split('\n');

/** An object of both has its changed lines only, as a body may be long; its first line, where lines changed their order. */
function marked(sign: string, entries: readonly string[], others: readonly string[]): readonly string[] {
  const counterparts = new Map(others.map((entry) => [nameOf(entry), linesOf(entry)]));
  return entries.flatMap((entry) => {
    const [first = '', ...more] = linesOf(entry);
    const counterpart = counterparts.get(nameOf(entry));
    const changed = counterpart ? without([first, ...more], counterpart) : [first];
    return (changed.length > 0 ? changed : [first]).map((line) => `${sign} ${nameOf(entry)}: ${line.trim()}`);
  });
}
