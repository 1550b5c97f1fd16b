import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ADMINISTRATOR } from '../seed/demo.ts';
import { BackendProcess } from './fixtures/backend-process.ts';
import { createTestDatabase } from './fixtures/test-database.ts';

// A cluster is created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
const started: BackendProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'seed-'));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((backend) => backend.kill()));
  rmSync(dataDir, { recursive: true, force: true });
});

function start(environment: Record<string, string>): BackendProcess {
  const backend = new BackendProcess({ DATA_DIR: dataDir, ...environment });
  started.push(backend);
  return backend;
}

test.each([
  ['none', 0, false],
  ['', 24, true],
])('SEED=%s on an embedded database: at least %i posts, the demo account: %s', async (SEED, least, isDemo) => {
  const backend = start({ SEED });
  await backend.logged('ready');
  const { url, key, ...address } = JSON.parse(readFileSync(join(dataDir, 'backend.json'), 'utf8'));
  expect(address.isDemo).toBe(isDemo);
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const { count } = await client.from('posts').select('id', { count: 'exact', head: true });
  expect(count).toBeGreaterThanOrEqual(least);
  if (!isDemo) expect(count).toBe(0);
  expect((await client.auth.signInWithPassword(ADMINISTRATOR)).error === null).toBe(isDemo);
  await backend.kill('SIGTERM');
});

test.each([
  [undefined, 0],
  ['demo', 24],
])('DATABASE_URL with SEED=%s: at least %i posts, and never the demo account', async (SEED, least) => {
  const server = await createTestDatabase('system');
  const backend = start({ DATABASE_URL: server.url, ...(SEED && { SEED }) });
  await backend.logged('ready');
  const sql = server.connect();
  const [found] =
    await sql`select count(*)::int as posts, (select count(*)::int from auth.users) as accounts from posts`;
  expect(found?.accounts).toBe(0);
  expect(found?.posts).toBeGreaterThanOrEqual(least);
  if (!SEED) expect(found?.posts).toBe(0);
  await sql.end();
  await backend.kill('SIGTERM');
  await server.drop();
});

test('an unknown SEED ends the start with one line that names what is expected', async () => {
  const backend = start({ SEED: 'example' });
  expect(await backend.ended).toBe(1);
  expect(backend.lines.map(({ message }) => message)).toEqual(['SEED: expected demo or none']);
});
