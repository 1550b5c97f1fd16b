import { join } from 'node:path';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeBackup } from '../backup/archive.ts';
import { restore } from '../backup/restore.ts';
import { tablesIn } from '../backup/snapshot.ts';
import { type BootOptions, bootBackend } from '../boot.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';
import { appliedVersions, BASELINE, FORMER, migrationsIn, projectMigrations } from './migrate.ts';
import { connectTo, openPostgres } from './postgres.ts';

// A cluster is created here, on a disk that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const HISTORY = 'supabase_migrations.schema_migrations';
const VERSIONS = migrationsIn(projectMigrations).map(({ version }) => version);
const [first, last] = [20261201000000, Number(FORMER.last)];
const FORMER_VERSIONS = [...Array.from({ length: FORMER.count - 1 }, (_, index) => first + index), last];

/** The demo's database with records of the replaced migrations, of which the first has the statements of all. */
async function givenFormerHistory(versions: readonly number[] = FORMER_VERSIONS) {
  const { url, drop } = await createTestDatabase('demo');
  const { database, close } = await openPostgres(url);
  await database.query(`update ${HISTORY} set version = $1 where version = $2`, [String(versions[0]), BASELINE]);
  await database.query(
    `insert into ${HISTORY} (version, statements) select unnest($1::text[]), array['select 1'] on conflict do nothing`,
    [versions.map(String)],
  );
  onTestFinished(drop);
  onTestFinished(close);
  return { url, database };
}

async function boot(options: Partial<BootOptions>) {
  const backend = await bootBackend({ seed: 'demo', ...options });
  onTestFinished(backend.close);
  return backend.database;
}

async function rowsOf(database: Database) {
  const tables = (await tablesIn(database)).filter(({ name }) => /^(?:public|private|shipping|auth)\./.test(name));
  const counts = tables.map(({ name }) => `(select count(*)::integer from ${name}) as "${name}"`);
  const [rows] = await database.query(`select ${counts.join(', ')}`);
  return rows;
}

const historyIn = (database: Database) => database.query(`select version, statements from ${HISTORY} order by version`);

test('a start records the baseline in place of all migrations that it replaced, and changes nothing else', async () => {
  const { url, database } = await givenFormerHistory();
  const rows = await rowsOf(database);
  expect(await appliedVersions(database)).toEqual(new Set(VERSIONS));
  const log = vi.fn<Log>();
  await boot({ databaseUrl: url, log });
  expect((await historyIn(database)).map(({ version }) => version)).toEqual(VERSIONS);
  expect(await rowsOf(database)).toEqual(rows);
  expect(log.mock.calls.filter(([event]) => event === 'migrated')).toEqual([]);
  expect(log).toHaveBeenCalledWith('notice', { message: expect.stringContaining('has the baseline in place of') });
  log.mockClear();
  await boot({ databaseUrl: url, log });
  expect(log).not.toHaveBeenCalledWith('notice', expect.anything());
});

test('a backup of before the baseline is restored, and the next start records the baseline', async () => {
  const { url, database } = await givenFormerHistory();
  const directory = folderOfTest();
  const [file, dataDir] = [join(directory, 'backup.tar.gz'), join(directory, 'data')];
  const { inBulk, close } = connectTo(url);
  await writeBackup(file, directory, inBulk);
  await close();
  await restore(file, dataDir);
  const restored = await boot({ dataDir });
  expect((await historyIn(restored)).map(({ version }) => version)).toEqual(VERSIONS);
  expect(await rowsOf(restored)).toEqual(await rowsOf(database));
});

test('a database that has a part of the replaced migrations is refused, and left as it is', async () => {
  const { url, database } = await givenFormerHistory(FORMER_VERSIONS.slice(0, -1));
  const history = await historyIn(database);
  await expect(boot({ databaseUrl: url })).rejects.toThrow(
    /^The database is of a version of the platform before 8e5b85fd.*Start commit 8e5b85fd once with it/,
  );
  expect(await historyIn(database)).toEqual(history);
});
