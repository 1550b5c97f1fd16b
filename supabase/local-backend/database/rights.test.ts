import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bootBackend } from '../boot.ts';
import { accountOfNewCluster, prepareRuntime, type Runtime } from '../postgres/runtime.ts';
import { createCluster, type PostgresServer, startServer } from '../postgres/server.ts';
import { connectDriver, socketAddress } from './address.ts';
import { assertVersion } from './rights.ts';

// A cluster is created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let runtime: Runtime;
let server: PostgresServer;
let superuser: Sql;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rights-'));
  const cluster = join(folder, 'cluster');
  runtime = await prepareRuntime(cluster, accountOfNewCluster());
  await createCluster(cluster, runtime, ['--no-sync']);
  server = await startServer(cluster, runtime);
  superuser = connectDriver(socketAddress(server.folder), { max: 1 });
});
afterAll(async () => {
  await superuser.end();
  await server.stop();
  runtime.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts on a server that no platform has used, as an account of it that is no superuser. */
const startAs = async (account: string, database: string) => {
  const address = new URL(socketAddress(server.folder, database));
  address.username = account;
  return bootBackend({ databaseUrl: address.href, seed: false });
};

test.each([
  [
    'all rights',
    '',
    'postgres',
    'alter role "no-rights" createrole bypassrls; alter database mine owner to "no-rights";',
  ],
  ['BYPASSRLS', 'createrole', '"no-rights"', 'alter role "no-rights" bypassrls;'],
  ['a database of its own', 'createrole bypassrls', 'postgres', 'alter database mine owner to "no-rights";'],
])('an account without %s is told what to run, and starts after that', async (_lack, rights, owner, remedy) => {
  await superuser.unsafe(`create role "no-rights" login ${rights}`);
  await superuser.unsafe(`create database mine owner ${owner}`);
  try {
    const refused = await startAs('no-rights', 'mine').catch((error: Error) => error.message);
    expect(refused).toMatch(/^The database refuses the account "no-rights" of DATABASE_URL: permission denied /);
    expect(refused).toContain(
      `It needs CREATEROLE and BYPASSRLS, and the database must be its own. As a superuser, run: ${remedy}`,
    );
    for (const statement of remedy.split('; ')) await superuser.unsafe(statement);
    const backend = await startAs('no-rights', 'mine');
    await backend.close();
  } finally {
    await superuser.unsafe('drop database mine with (force)');
    for (const role of ['authenticator', 'supabase_auth_admin', 'service_role', 'authenticated', 'anon'])
      await superuser.unsafe(`drop role if exists ${role}`);
    await superuser.unsafe('drop role "no-rights"');
  }
});

test.each([
  ['a database that is not there', 'postgres', 'none', 'database "none" does not exist'],
  ['an account that is not there', 'nobody', 'postgres', 'role "nobody" does not exist'],
])('%s is an error that names the setting', async (_what, account, database, fault) => {
  await expect(startAs(account, database)).rejects.toThrow(`The database of DATABASE_URL cannot be used: ${fault}`);
});

test('a server that is too old is an error that names both versions', () => {
  expect(() => assertVersion('15.18 (Debian 15.18-0+deb12u1)')).toThrow(
    'The database of DATABASE_URL is PostgreSQL 15.18 (Debian 15.18-0+deb12u1); the platform needs 17',
  );
  expect(() => assertVersion('17.0')).not.toThrow();
  expect(() => assertVersion('18beta1')).not.toThrow();
});

test('a server that does not answer is an error that names the setting, also where its name has two addresses', async () => {
  const databaseUrl = 'postgres://nobody:x@localhost:9/none';
  await expect(bootBackend({ databaseUrl, seed: false })).rejects.toThrow(
    /^The database of DATABASE_URL cannot be used: .*ECONNREFUSED/,
  );
});
