import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadDemo } from '../../seed/load.ts';
import { type Backend, type BootOptions, bootBackend } from '../boot.ts';
import { migrationsDir, password } from '../fixtures/backend.ts';
import { BackendProcess, isAlive } from '../fixtures/backend-process.ts';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPgliteIn } from './pglite.ts';
import { createSystem } from './system.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
let running: Backend | undefined;
const messages: string[] = [];

beforeEach(() => {
  messages.length = 0;
  dataDir = join(mkdtempSync(join(tmpdir(), 'embedded-')), 'data');
});
afterEach(async () => {
  await shutDown();
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

const log: Log = (event, { message } = {}) => void (event === 'notice' && messages.push(String(message)));

async function boot(options: Partial<BootOptions> = {}): Promise<Backend> {
  await shutDown();
  running = await bootBackend({ dataDir, migrationsDir, seed: false, log, ...options });
  return running;
}

async function shutDown(): Promise<void> {
  await running?.close();
  running = undefined;
}

/** A data directory as it was while PGlite stored everything. */
async function storeWithPglite(migrations: string, fill: (database: Database) => Promise<void>): Promise<void> {
  mkdirSync(dataDir, { mode: 0o700 });
  const opened = await openPgliteIn(join(dataDir, 'postgres'));
  await createSystem(opened);
  await migrate(opened.database, migrations);
  await fill(opened.database);
  await opened.close();
}

const ask = (backend: Backend, path: string, json?: object) =>
  backend.fetch(
    new Request(`http://backend.test${path}`, {
      headers: { apikey: backend.keys.publishable, 'content-type': 'application/json' },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    }),
    { address: 'test' },
  );

test('the embedded database is PostgreSQL, by a socket that only its owner may use', async () => {
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

test('what PGlite stored is taken over once, and the original is kept', async () => {
  const email = 'anna@example.com';
  const odd = 'a\tb\\N\nc „ü"';
  await storeWithPglite(migrationsDir, async (database) => {
    await database.query('insert into notes (body, tags) values ($1, $2)', [odd, '{"a": [1]}']);
    await database.execute("insert into notes (body) values ('second'); delete from drafts where id = 2;");
    await database.execute('insert into private.settings values (7)');
  });
  const backend = await boot();
  const rows = await backend.database.query('select id, body, tags, secret from notes order by id');
  expect(rows).toMatchObject([{ id: 1, body: odd, tags: { a: [1] }, secret: 'secret' }, { body: 'second' }]);
  expect(await backend.database.query('select id from drafts order by id')).toEqual([{ id: 1 }, { id: 3 }]);
  expect(await backend.database.query('select id from private.settings')).toEqual([{ id: 7 }]);
  expect(await backend.database.query("insert into notes (body) values ('third') returning id")).toEqual([{ id: 3 }]);
  expect((await ask(backend, '/auth/v1/signup', { email, password })).status).toBe(200);
  const kept = join(dataDir, 'pglite-original');
  expect(messages).toEqual([expect.stringContaining(kept)]);
  expect(existsSync(join(kept, 'created'))).toBe(true);

  const again = await boot();
  expect(readdirSync(dataDir).filter((name) => name.startsWith('pglite'))).toEqual(['pglite-original']);
  expect((await ask(again, '/auth/v1/token?grant_type=password', { email, password })).status).toBe(200);
  expect(await again.database.query('select count(*)::int as count from notes')).toEqual([{ count: 3 }]);
});

test('a takeover that is killed begins again', async () => {
  const projectMigrations = new URL('../../migrations', import.meta.url).pathname;
  await storeWithPglite(projectMigrations, loadDemo);
  const killed = new BackendProcess({ DATA_DIR: dataDir });
  await killed.logged('taking_over');
  const draft = join(dataDir, 'postgres-17.new');
  await vi.waitFor(() => expect(existsSync(join(draft, 'postmaster.pid'))).toBe(true), {
    timeout: 20_000,
    interval: 5,
  });
  const server = Number(readFileSync(join(draft, 'postmaster.pid'), 'utf8').split('\n')[0]);
  await killed.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(server)).toBe(false), { timeout: 20_000 });

  const { database } = await boot({ migrationsDir: projectMigrations });
  expect(await database.query('select count(*)::int > 20 as is_whole from posts')).toEqual([{ is_whole: true }]);
  expect(readdirSync(dataDir)).not.toContain('postgres-17.new');
});

test.each([
  ['PostgreSQL', 'postgres-17', 'PG_VERSION'],
  ['PGlite', 'postgres', 'global/pg_control'],
])('data of %s without its mark is refused and left alone', async (_, name, file) => {
  const folder = join(dataDir, name);
  mkdirSync(join(folder, 'global'), { recursive: true });
  writeFileSync(join(folder, file), 'precious');
  await expect(boot()).rejects.toThrow(`${folder} holds a database without the file "created"`);
  expect(readFileSync(join(folder, file), 'utf8')).toBe('precious');
  expect(readdirSync(dataDir)).not.toContain('postgres-17.new');
});

test('where PostgreSQL has no program, PGlite stores and says so', async () => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'aix' });
  try {
    const { database } = await boot();
    expect(messages).toEqual([expect.stringContaining('no PostgreSQL for aix')]);
    await database.execute("insert into notes (body) values ('kept')");
    expect(await (await boot()).database.query('select body from notes')).toEqual([{ body: 'kept' }]);
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});
