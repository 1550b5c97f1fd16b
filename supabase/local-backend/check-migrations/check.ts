import { z } from 'zod';
import { readContent } from '../../seed/content.ts';
import { insertRows } from '../../seed/load.ts';
import { contentRows, type Row } from '../../seed/rows.ts';
import { createSystem } from '../database/bootstrap.ts';
import type { Database, Session } from '../database/database.ts';
import { apply, type Migration } from '../database/migrate.ts';
import { type Rendered, renderReleases, served } from './render-releases.ts';
import { type Scratch, withScratch } from './scratch.ts';

export type Report = Rendered & { readonly missing: readonly Migration[] };

export interface Given {
  readonly migrations: readonly Migration[];
  readonly applied: ReadonlySet<string>;
  /** The registry document. */
  readonly registry: unknown;
  readonly dataDir: string;
}

const NOTHING: Rendered = { broken: [], notRendered: [], addresses: 0 };

/** The registry document of a database; `null` where no migration has made a registry. */
export async function registryIn({ query }: Pick<Session, 'query'>): Promise<unknown> {
  const [found] = await query("select to_regclass('shipping.remotes') is not null as known");
  if (!found?.known) return null;
  const [row] = await query('select shipping.registry_document(false) as document');
  return row?.document;
}

const remotesSchema = z.object({ remotes: z.record(z.string(), z.unknown()) });

const hasReleases = (registry: unknown) =>
  registry !== null && Object.keys(remotesSchema.parse(registry).remotes).length > 0;

/** Makes both databases with the demo's rows; the failure of a new migration, if one fails on them. */
async function makeBoth({ copy, open }: Scratch, { migrations, applied }: Given): Promise<string | undefined> {
  await copy('template1', 'before');
  const before = await open('before');
  await createSystem(before);
  for (const migration of migrations) if (applied.has(migration.version)) await apply(before.database, migration);
  const hasRows = await insertDemoRows(before.database);
  await before.close();
  await copy('before', 'after');
  const { database, close } = await open('after');
  try {
    for (const migration of migrations) if (!applied.has(migration.version)) await apply(database, migration);
    if (!hasRows) await insertDemoRows(database);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await close();
  }
}

async function rendered(scratch: Scratch, given: Given): Promise<Rendered> {
  const { registry, dataDir } = given;
  const failure = await makeBoth(scratch, given);
  if (failure) return { ...NOTHING, broken: [failure] };
  const [one, other] = [await scratch.open('before'), await scratch.open('after')];
  try {
    return await served(one, (before) =>
      served(other, (after) => renderReleases({ registry, dataDir, before, after })),
    );
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
}

/** Renders the releases of a registry with the demo's rows, before and after the migrations that a database lacks. */
export async function checkMigrations(given: Given): Promise<Report> {
  const missing = given.migrations.filter(({ version }) => !given.applied.has(version));
  if (missing.length === 0 || !hasReleases(given.registry)) return { missing, ...NOTHING };
  return { missing, ...(await withScratch((scratch) => rendered(scratch, given))) };
}

export const REMEDY =
  'Expand first: add what is new and keep the old, publish and promote remotes that read the new, and take the old ' +
  'away in a later migration, when none of these releases is live, a canary or one to go back to.';

const COLUMNS = "select table_name, column_name from information_schema.columns where table_schema = 'public'";

/**
 * Inserts the demo's content, as far as a schema of another version has its tables and columns. Resolves with whether that
 * was possible: a column that the content no longer fills may be required.
 */
export async function insertDemoRows(database: Database): Promise<boolean> {
  const columns = await database.query<{ table_name: string; column_name: string }>(COLUMNS);
  const known = new Set(columns.map(({ table_name: table, column_name: column }) => `${table}.${column}`));
  const fitting = (table: string, row: Row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => known.has(`${table}.${column}`)));
  const rows = Object.entries(contentRows(readContent(), new Date(), null))
    .filter(([table]) => known.has(`${table}.id`))
    .map(([table, all]) => [table, all.map((row) => fitting(table, row))] as const);
  return database
    .transaction((transaction) => insertRows(transaction, Object.fromEntries(rows)))
    .then(
      () => true,
      () => false,
    );
}
