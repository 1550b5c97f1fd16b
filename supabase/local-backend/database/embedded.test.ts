import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { BackendProcess } from '../fixtures/backend-process.ts';
import { platformData } from '../fixtures/platform-data.ts';
import { removeDraft } from './embedded.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 120_000 });

const given = platformData();

test.each([
  ['without the file "created"', 'postgres-17/PG_VERSION', /postgres-17 holds a database without the file "created"/],
  ['with a PGlite database', 'postgres/PG_VERSION', /postgres holds a PGlite database of an earlier version/],
  ['of a killed restore', 'restoring', /^A restore into .* was cut short/],
])('a data directory %s is refused and not changed', async (_, name, complaint) => {
  const { boot, dataDir } = given();
  const file = join(dataDir, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'precious');
  await expect(boot()).rejects.toThrow(complaint);
  expect(readFileSync(file, 'utf8')).toBe('precious');
  expect(readdirSync(dataDir)).not.toContain('postgres-17.new');
});

test('after a start that was killed while it created the cluster, the next one creates it anew', async () => {
  const { boot, dataDir } = given();
  const killed = new BackendProcess({ DATA_DIR: dataDir });
  const draft = join(dataDir, 'postgres-17.new');
  await vi.waitFor(() => expect(existsSync(draft)).toBe(true), { timeout: 60_000, interval: 5 });
  await killed.kill('SIGKILL');
  expect(existsSync(draft)).toBe(true);
  const { database } = await boot();
  expect(await database.query('select from notes')).toEqual([]);
  expect(readdirSync(dataDir)).not.toContain('postgres-17.new');
});

test('a draft from which another process removes files meanwhile is gone afterwards', async () => {
  const draft = join(given().dataDir, 'postgres-17.new');
  const folders = Array.from({ length: 400 }, (_, number) => join(draft, String(number)));
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true });
    for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, name), '');
  }
  const script = `process.stdout.write('begun');
    for (const folder of ${JSON.stringify(folders)}) fs.rmSync(folder, { recursive: true, force: true });`;
  const other = spawn(process.execPath, ['-e', script]);
  await once(other.stdout, 'data');
  await removeDraft(draft);
  expect(existsSync(draft)).toBe(false);
});

test('on a system without PostgreSQL programs a start says what to do', async () => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'aix' });
  try {
    await expect(given().boot()).rejects.toThrow(/does not run on aix .* Set DATABASE_URL/);
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});

/** Records the system calls of a database session during `work`, in their order. */
async function traced(pid: number, work: () => Promise<unknown>): Promise<string[]> {
  const file = join(given().directory, 'trace');
  const calls = 'trace=fsync,fdatasync,sendto,recvfrom,pwrite64';
  const strace = spawn('strace', ['-f', '-p', String(pid), '-s', '200', '-e', calls, '-o', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await attached(strace);
  await work();
  strace.kill('SIGINT');
  await once(strace, 'exit');
  return readFileSync(file, 'utf8').split('\n');
}

async function attached(strace: ChildProcess): Promise<void> {
  for await (const line of strace.stderr ?? []) if (String(line).includes('attached')) return;
}

const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

test('the embedded database is PostgreSQL on a socket of its owner, also where the path is too long for one', async ({
  annotate,
}) => {
  const { boot, dataDir } = given();
  const { database } = await boot({ dataDir: join(dataDir, 'x'.repeat(120), 'data') });
  const [server] = await database.query(`
    select current_setting('server_version_num')::int / 10000 as major, current_setting('fsync') as fsync,
      current_setting('listen_addresses') as addresses, current_setting('data_checksums') as checksums,
      current_setting('synchronous_commit') as acknowledged, inet_server_addr() as address
  `);
  const durable = { fsync: 'on', checksums: 'on', acknowledged: 'on' };
  expect(server).toEqual({ major: 17, addresses: '', address: null, ...durable });

  if (!canTrace) return void annotate('without strace nobody sees that a write is synced before it is acknowledged');
  const calls = await database.transaction(async (transaction) => {
    const [session] = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
    const write = "insert into notes (body) values ('to-be-kept'); commit";
    return traced(session?.pid ?? 0, () => transaction.execute(write));
  });
  const received = calls.findIndex((call) => call.includes('recvfrom') && call.includes('to-be-kept'));
  const synced = calls.findIndex((call, index) => index > received && /f(data)?sync\(\d+\)\s+= 0/.test(call));
  const acknowledged = calls.findIndex((call) => call.includes('sendto') && call.includes('COMMIT'));
  expect(received, calls.join('\n')).toBeGreaterThanOrEqual(0);
  expect(synced).toBeGreaterThan(received);
  expect(acknowledged).toBeGreaterThan(synced);
});
