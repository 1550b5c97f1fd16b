import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPgliteConnection, type PGlite, type PgliteConnection } from '@supabase/lite/pglite';
import { Kysely } from 'kysely';
import { CREATED, requireMark } from '../data-dir/created-mark.ts';
import type { BulkSession } from './bulk.ts';
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
 * Opens the PGlite of a folder. What a start left that was killed before it had created the cluster is thrown away:
 * nothing was stored in it yet.
 */
export async function openPgliteIn(directory: string): Promise<OpenDatabase> {
  const created = join(directory, CREATED);
  requireMark(directory, join(directory, 'global', 'pg_control'));
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
  const session: BulkSession = {
    query: async <Row>(sql: string, parameters: readonly unknown[] = []) =>
      (await pglite.query<Row>(sql, [...parameters])).rows,
    execute: async (script: string) => void (await pglite.exec(script)),
    copyOut: (table) => rowsOf(pglite, table),
    copyIn: async (table, rows) => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const part of rows) parts.push(new Uint8Array(part));
      await pglite.query(`copy ${table} from '/dev/blob'`, [], { blob: new Blob(parts) });
    },
  };
  return {
    connection: mended(connection),
    database: databaseOf((work) => turns.run(() => work(session))),
    inBulk: (work) => turns.run(() => work(session)),
    listen: (channel, onNotified) => turns.run(async () => void (await pglite.listen(channel, onNotified))),
    close: () => turns.run(() => connection.close()),
  };
}

async function* rowsOf(pglite: PGlite, table: string): AsyncIterable<Uint8Array> {
  const { blob } = await pglite.query(`copy ${table} to '/dev/blob'`);
  if (blob) yield new Uint8Array(await blob.arrayBuffer());
}
