import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Backend, bootBackend } from './boot.ts';
import { migrationsDir } from './fixtures/backend.ts';

// A cluster is created and synced to the disk here, which may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 120_000 });

const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

let directory: string;
let backend: Backend;

beforeAll(async () => {
  if (!canTrace) return;
  directory = mkdtempSync(join(tmpdir(), 'durability-'));
  backend = await bootBackend({ dataDir: join(directory, 'data'), migrationsDir, seed: false });
});
afterAll(async () => {
  await backend?.close();
  if (directory) rmSync(directory, { recursive: true, force: true });
});

/** Records the system calls of a database session during `work`, in their order. */
async function traced(pid: number, work: () => Promise<unknown>): Promise<string[]> {
  const file = join(directory, 'trace');
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

describe.runIf(canTrace)('durability', () => {
  test('a write is acknowledged only after it was synced to disk', async () => {
    const calls = await backend.database.transaction(async (transaction) => {
      const [session] = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
      const write = "insert into notes (body) values ('to-be-kept'); commit";
      return traced(session?.pid ?? 0, () => transaction.execute(write));
    });
    const asked = calls.findIndex((call) => call.includes('recvfrom') && call.includes('to-be-kept'));
    const synced = calls.findIndex((call, index) => index > asked && /f(data)?sync\(\d+\)\s+= 0/.test(call));
    const acknowledged = calls.findIndex((call) => call.includes('sendto') && call.includes('COMMIT'));
    expect(asked, calls.join('\n')).toBeGreaterThanOrEqual(0);
    expect(synced).toBeGreaterThan(asked);
    expect(acknowledged).toBeGreaterThan(synced);
  });
});
