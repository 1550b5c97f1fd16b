import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createSystem } from '../database/bootstrap.ts';
import type { Database, OpenDatabase } from '../database/database.ts';
import { FIRST_REPLACED } from '../database/known-history.ts';
import { migrate, projectMigrations } from '../database/migrate.ts';
import { type LoadedTable, type LoadOptions, loadRows } from './load-snapshot.ts';
import type { Contents, Snapshot } from './snapshot.ts';

const script = readFileSync(new URL('./registry-file.sql', import.meta.url), 'utf8');

const remoteSchema = z.looseObject({
  slot: z.int(),
  live: z.looseObject({ version: z.string() }),
  history: z.array(z.looseObject({ version: z.string(), time: z.iso.datetime() })),
});

const registrySchema = z.looseObject({
  schema: z.literal(1),
  remotes: z.record(z.string(), remoteSchema),
  retired: z.record(z.string(), remoteSchema).optional(),
});

const REGISTRY = 'registry.json';
const LAST_GOOD = 'registry.last-good.json';
const COUNTS = 'version-counts.json';

export interface ImportedRemote {
  name: string;
  live: string;
  earlier: number;
  moves: number;
}

export async function importRegistryFile(dataDir: string, database: Database): Promise<ImportedRemote[]> {
  const registry = readRegistry(dataDir);
  if (!registry) return [];
  const counts = z
    .array(z.looseObject({}))
    .catch([])
    .parse(readJson(join(dataDir, COUNTS)));
  const imported = await database.transaction(async (transaction) => {
    await transaction.execute(`set local session_replication_role = replica; ${script}`);
    return transaction.query<ImportedRemote>(
      'select * from pg_temp.import_registry($1::text::jsonb, $2::text::jsonb)',
      [JSON.stringify(registry), JSON.stringify(counts)],
    );
  });
  for (const file of [REGISTRY, COUNTS]) rmSync(join(dataDir, file), { force: true });
  return imported;
}

function readRegistry(dataDir: string): z.infer<typeof registrySchema> | undefined {
  const document = readJson(join(dataDir, REGISTRY));
  if (document === undefined) return undefined;
  const parsed = registrySchema.safeParse(document);
  if (parsed.success) return parsed.data;
  const lastGood = registrySchema.safeParse(readJson(join(dataDir, LAST_GOOD)));
  if (lastGood.success) return lastGood.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${REGISTRY} in the backup is no registry: ${issue?.path.join('.')} ${issue?.message}`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return error instanceof SyntaxError ? null : undefined;
  }
}

const LAST_REPLACED = '20261123200030';
const REPLACED = 45;
/** The last of the migrations that replaced them and make the same tables. A start applies the later ones. */
const LAST_EQUAL = '20261201001300';

const RECORDS = 'supabase_migrations.schema_migrations';

const MOVED =
  /^private\.(?=(deploy_tokens|registry_version|release_history|release_history_id_seq|releases|remotes|team_members|teams|version_counts)$)/;

/** Whether the version before made a backup, with its last migration; throws for a backup from between. */
export function isOfEarlierVersion({ migrations }: Contents): boolean {
  if (migrations[0]?.version !== FIRST_REPLACED) return false;
  if (migrations.length === REPLACED && migrations.at(-1)?.version === LAST_REPLACED) return true;
  throw new Error(
    `The backup has ${migrations.length} of the ${REPLACED} migrations of the earlier version. ` +
      'Restore it with that version, start that once, and save it again.',
  );
}

export async function loadEarlierVersion(
  target: OpenDatabase,
  snapshot: Snapshot,
  options?: LoadOptions,
): Promise<LoadedTable[]> {
  await createSystem(target);
  await migrate(target.database, projectMigrations, LAST_EQUAL);
  const nameOf = (name: string) => name.replace(MOVED, 'shipping.');
  return loadRows(target, snapshot, { ...options, kept: [RECORDS], nameOf });
}
