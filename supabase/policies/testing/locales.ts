import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rounds } from '@ki/shared/testing/rounds.ts';
import { socketAddress } from '../../local-backend/database/address.ts';
import { createSystem } from '../../local-backend/database/bootstrap.ts';
import type { Database } from '../../local-backend/database/database.ts';
import { migrate, projectMigrations } from '../../local-backend/database/migrate.ts';
import { openPostgres } from '../../local-backend/database/postgres.ts';
import { createTestDatabase } from '../../local-backend/fixtures/test-database.ts';
import { accountOfNewCluster, prepareRuntime, type Runtime } from '../../local-backend/postgres/runtime.ts';
import { createCluster, startServer } from '../../local-backend/postgres/server.ts';

export interface LocalizedDatabase extends Database {
  drop(): Promise<void>;
}

type Locale = readonly [name: string, create: () => Promise<LocalizedDatabase>];

const GERMAN = 'de_DE.UTF-8';

/** The embedded server's locale; in long runs also those that other servers may have. */
export function localesOfTest(): readonly Locale[] {
  const own: Locale = ['C.UTF-8, as the embedded server has it', cloneOfTemplate];
  const others: Locale[] = [
    ['C', () => onServerOfItsOwn("locale_provider libc locale 'C'")],
    [GERMAN, () => onServerOfItsOwn(`locale_provider libc locale '${GERMAN}'`)],
  ];
  return rounds({ short: 0, long: 1 }) ? [own, ...others] : [own];
}

async function cloneOfTemplate(): Promise<LocalizedDatabase> {
  const cloned = await createTestDatabase('migrated');
  const { database, close } = await openPostgres(cloned.url);
  return { ...database, drop: () => close().finally(cloned.drop) };
}

async function onServerOfItsOwn(locale: string): Promise<LocalizedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'ki-locale-'));
  chmodSync(folder, 0o755);
  const cluster = join(folder, 'cluster');
  const runtime = withLocales(await prepareRuntime(cluster, accountOfNewCluster()), folder);
  const remove = () => {
    runtime.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await createCluster(cluster, runtime, ['--no-sync', '--wal-segsize=4']);
    const server = await startServer(cluster, runtime, { fsync: 'off', autovacuum: 'off' });
    const { database, close } = await databaseOn(server.folder, locale);
    return { ...database, drop: () => close().finally(server.stop).finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

async function databaseOn(server: string, locale: string) {
  const maintenance = await openPostgres(socketAddress(server));
  await maintenance.database.execute(`create database localized template template0 encoding 'UTF8' ${locale}`);
  await maintenance.close();
  const opened = await openPostgres(socketAddress(server, 'localized'));
  await createSystem(opened);
  await migrate(opened.database, projectMigrations);
  return opened;
}

/** The same programs with the German locale, which few machines have installed. */
function withLocales(runtime: Runtime, folder: string): Runtime {
  const locales = join(folder, 'locales');
  mkdirSync(locales);
  const { status, stderr } = spawnSync('localedef', ['-i', 'de_DE', '-f', 'UTF-8', join(locales, GERMAN)]);
  if (status !== 0) throw new Error(`The locale ${GERMAN} cannot be made, which needs its source: ${stderr}`);
  const wrapped = (program: string) => {
    const script = join(folder, program.split('/').at(-1) ?? '');
    writeFileSync(script, `#!/bin/sh\nLOCPATH='${locales}' exec '${program}' "$@"\n`, { mode: 0o755 });
    return script;
  };
  const { initdb, postgres } = runtime.programs;
  return { ...runtime, programs: { initdb: wrapped(initdb), postgres: wrapped(postgres) } };
}
