import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { Kysely } from 'kysely';
import { clusterTemplate, keepClusterTemplate } from './cluster-template.ts';
import { databaseOf } from './database.ts';
import { exclusiveDialect } from './exclusive-dialect.ts';
import { mended, type OpenDatabase } from './open-database.ts';
import { isoTimestamp, TIMESTAMP, TIMESTAMPTZ } from './timestamps.ts';
import { Turns } from './turns.ts';

/** Opens a new, empty PGlite that is gone when it is closed. */
export async function openPgliteInMemory(): Promise<OpenDatabase> {
  return openDatabaseOn(await createCluster());
}

/**
 * Opens the PGlite of a data directory. What a start left that was killed while it created the cluster is thrown
 * away: nothing was stored in it yet.
 */
export async function openPgliteIn(dataDir: string): Promise<OpenDatabase> {
  const directory = join(dataDir, 'postgres');
  const created = join(directory, 'created');
  if (existsSync(created)) return openDatabaseOn(await connect(directory));
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const connection = await createCluster(directory);
  writeFileSync(created, '');
  return openDatabaseOn(connection);
}

async function createCluster(directory?: string): Promise<PgliteConnection> {
  const template = clusterTemplate();
  const connection = await connect(directory, template);
  if (!template) await keepClusterTemplate(connection.driver);
  return connection;
}

async function connect(directory?: string, template?: Blob): Promise<PgliteConnection> {
  const parsers = { [TIMESTAMP]: isoTimestamp, [TIMESTAMPTZ]: isoTimestamp };
  const connection = await createPgliteConnection({
    url: directory,
    pgliteOptions: { parsers, loadDataDir: template },
  });
  await connection.driver.waitReady;
  return connection;
}

function openDatabaseOn(connection: PgliteConnection): OpenDatabase {
  const pglite = connection.driver;
  const turns = new Turns();
  connection.kysely = new Kysely({ dialect: exclusiveDialect(pglite, turns) });
  const session = {
    query: async <Row>(sql: string, parameters: readonly unknown[] = []) =>
      (await pglite.query<Row>(sql, [...parameters])).rows,
    execute: async (script: string) => void (await pglite.exec(script)),
  };
  return {
    connection: mended(connection),
    database: databaseOf((work) => turns.run(() => work(session))),
    close: () => turns.run(() => connection.close()),
  };
}
