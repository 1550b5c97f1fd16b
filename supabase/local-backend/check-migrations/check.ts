import { z } from 'zod';
import { createSystem } from '../database/bootstrap.ts';
import { apply, type Migration } from '../database/migrate.ts';
import { insertDemoRows } from './demo-rows.ts';
import { type Rendered, renderReleases } from './render-releases.ts';
import { type Scratch, withScratch } from './scratch.ts';
import { served } from './serve.ts';

export interface Report extends Rendered {
  readonly missing: readonly Migration[];
}

export interface Given {
  readonly migrations: readonly Migration[];
  readonly applied: ReadonlySet<string>;
  /** The registry document. */
  readonly registry: unknown;
  readonly dataDir: string;
}

const NOTHING: Rendered = { broken: [], notRendered: [], addresses: 0 };

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
