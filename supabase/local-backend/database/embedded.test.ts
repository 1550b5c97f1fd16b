import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Backend, type BootOptions, bootBackend } from '../boot.ts';
import { migrationsDir } from '../fixtures/backend.ts';
import { BackendProcess } from '../fixtures/backend-process.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
let running: Backend | undefined;

beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'embedded-')), 'data');
});
afterEach(async () => {
  await shutDown();
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

async function boot(options: Partial<BootOptions> = {}): Promise<Backend> {
  await shutDown();
  running = await bootBackend({ dataDir, migrationsDir, seed: false, ...options });
  return running;
}

async function shutDown(): Promise<void> {
  await running?.close();
  running = undefined;
}

const ask = (backend: Backend, path: string, json?: object) =>
  backend.fetch(
    new Request(`http://backend.test${path}`, {
      headers: { apikey: backend.keys.publishable, 'content-type': 'application/json' },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    }),
    { address: 'test' },
  );

test('the embedded database is PostgreSQL on a socket that only its owner may use', async () => {
  const { database } = await boot();
  const [server] = await database.query(`
    select current_setting('server_version_num')::int / 10000 as major, current_setting('fsync') as fsync,
      current_setting('listen_addresses') as addresses, current_setting('data_checksums') as checksums,
      current_setting('synchronous_commit') as acknowledged, inet_server_addr() as address
  `);
  expect(server).toEqual({
    major: 17,
    fsync: 'on',
    addresses: '',
    checksums: 'on',
    acknowledged: 'on',
    address: null,
  });
});

test('a data directory may have a path that is too long for a socket', async () => {
  dataDir = join(dataDir, 'x'.repeat(120), 'data');
  expect((await ask(await boot(), '/rest/v1/notes?select=id')).status).toBe(200);
});

test.each([
  ['without the file "created"', 'postgres-17', 'holds a database without the file "created"'],
  ['with a PGlite database', 'postgres', 'holds a PGlite database of an earlier version'],
])('a data directory %s is refused and not changed', async (_, name, complaint) => {
  const folder = join(dataDir, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'PG_VERSION'), 'precious');
  await expect(boot()).rejects.toThrow(`${folder} ${complaint}`);
  expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('precious');
  expect(readdirSync(dataDir)).not.toContain('postgres-17.new');
});

test('after a start that was killed while it created the cluster, the next one creates it anew', async () => {
  const killed = new BackendProcess({ DATA_DIR: dataDir });
  const draft = join(dataDir, 'postgres-17.new');
  await vi.waitFor(() => expect(existsSync(draft)).toBe(true), { timeout: 60_000, interval: 5 });
  await killed.kill('SIGKILL');
  expect(existsSync(draft)).toBe(true);
  expect((await ask(await boot(), '/rest/v1/notes?select=id')).status).toBe(200);
  expect(readdirSync(dataDir)).not.toContain('postgres-17.new');
});

test('on a system without PostgreSQL programs a start says what to do', async () => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'aix' });
  try {
    await expect(boot()).rejects.toThrow(/does not run on aix .* Set DATABASE_URL/);
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});
