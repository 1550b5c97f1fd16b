import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readRoom } from '@ki/shared/process/room.ts';
import { folderOfFile, folderOfTest } from '@ki/shared/testing/folder.ts';
import { freePort } from '@ki/shared/testing/free-ports.ts';
import { RealtimeClient } from '@supabase/realtime-js';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { ADMINISTRATOR } from '../seed/demo.ts';
import { openBackup } from './backup/archive.ts';
import type { BackendAddress } from './data-dir.ts';
import { BackendProcess, childrenOf, commandOf, isAlive } from './fixtures/backend-process.ts';
import { createTestDatabase } from './fixtures/test-database.ts';

const PATIENTLY = { timeout: 20_000, interval: 50 };

// A cluster is created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 120_000 });

const dataDir = join(folderOfFile(), 'data');
const started: BackendProcess[] = [];

afterAll(() => Promise.all(started.map((backend) => backend.kill())));

function start(environment: Record<string, string> = {}): BackendProcess {
  const backend = new BackendProcess({ DATA_DIR: dataDir, ...environment });
  started.push(backend);
  return backend;
}

const addressFile = () => join(dataDir, 'backend.json');
const publishedAddress = (folder = dataDir): BackendAddress =>
  JSON.parse(readFileSync(join(folder, 'backend.json'), 'utf8'));
const gone = (pids: number[]) => vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), PATIENTLY);

function clientOf(folder?: string): SupabaseClient {
  const { url, key } = publishedAddress(folder);
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

async function signedIn(): Promise<SupabaseClient> {
  const client = clientOf();
  const { error } = await client.auth.signInWithPassword(ADMINISTRATOR);
  if (error) throw error;
  return client;
}

test('a first start seeds the database, makes a backup, and whoever finds it ready finds its address, too', async () => {
  const port = await freePort();
  const backend = start({ SUPABASE_PORT: String(port), BACKUP_EVERY: '24h' });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  // Many at once, so that one of them asks in the moment in which it becomes ready.
  const ask = async () => {
    while (!(await isReady()));
    return existsSync(addressFile());
  };
  expect(await Promise.all(Array.from({ length: 16 }, ask))).toEqual(Array(16).fill(true));
  await backend.logged('ready');
  expect(statSync(addressFile()).mode & 0o777).toBe(0o600);
  expect(publishedAddress()).toMatchObject({ url: `http://127.0.0.1:${port}`, isDemo: true });
  expect(await readRoom(dataDir)).toMatchObject({ quota: expect.closeTo(0, 3), disk: expect.any(Number) });
  const client = await signedIn();
  expect((await client.from('posts').select('id')).data?.length).toBeGreaterThan(20);
  const { file } = await backend.logged('backed_up');
  const { snapshot } = await openBackup(String(file));
  expect(snapshot.contents.tables.map(({ name }) => name)).toContain('public.posts');
});

/** A client of Realtime that has joined the channel of the content. */
async function listening(): Promise<RealtimeClient> {
  const { url, key } = publishedAddress();
  const client = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, { params: { apikey: key } });
  const channel = client.channel('content', { config: { private: true } });
  await new Promise<void>((resolve) => channel.subscribe((status) => status === 'SUBSCRIBED' && resolve()));
  return client;
}

test('the backend ends when its database server was killed, and the next start has every write', async () => {
  const row = { name: 'Vorher', slug: 'before-the-server-ended' };
  await (await signedIn()).from('categories').insert(row).throwOnError();
  const [failing] = started;
  const server = childrenOf(failing?.child.pid).find((pid) => commandOf(pid).includes('postgres -D'));
  process.kill(Number(server), 'SIGKILL');
  expect(await failing?.ended).toBe(1);
  expect(failing?.lines.at(-1)?.message).toBe('The database server has ended.');
  await start().logged('ready');
  const { data } = await (await signedIn()).from('categories').select('name, slug').eq('slug', row.slug);
  expect(data).toEqual([row]);
});

test('the error of a second start names the directory in use and its process, or the taken port', async () => {
  const first = started.at(-1);
  const second = start();
  expect((await second.logged('failed')).message).toBe(
    `The data directory ${dataDir} is in use by the process ${first?.child.pid}.`,
  );
  expect(await second.ended).toBe(1);
  const third = start({ SUPABASE_PORT: new URL(publishedAddress().url).port, DATA_DIR: `${dataDir}-other` });
  expect((await third.logged('failed')).message).toMatch(/^The port \d+ is taken by another program\.$/);
  expect(await third.ended).toBe(1);
  await signedIn();
});

test('a signal stops the backend with all its processes before it has to give up', async () => {
  const backend = started.find(({ child }) => child.exitCode === null && child.signalCode === null);
  const processes = childrenOf(backend?.child.pid);
  // The children are Deno with the functions, and the database server.
  expect(processes).toHaveLength(2);
  const client = await listening();
  backend?.child.kill('SIGTERM');
  expect(await backend?.ended).toBe(0);
  await client.disconnect();
  await gone(processes);
  expect(existsSync(addressFile())).toBe(false);
});

test('the backend ends by itself when its parent is gone', async () => {
  const main = new URL('./main.ts', import.meta.url).pathname;
  const script = `
    const child = require('node:child_process').spawn(process.execPath, [${JSON.stringify(main)}], { stdio: 'ignore' });
    console.log(child.pid);
  `;
  const parent = spawn(process.execPath, ['--eval', script], {
    env: { ...process.env, DATA_DIR: dataDir, SUPABASE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = await parent.stdout.take(1).toArray();
  await vi.waitFor(() => expect(existsSync(addressFile())).toBe(true), PATIENTLY);
  const processes = [Number(pid), ...childrenOf(Number(pid))];
  parent.kill('SIGKILL');
  try {
    await gone(processes);
  } finally {
    for (const left of processes.filter(isAlive)) process.kill(left, 'SIGKILL');
  }
  expect(existsSync(addressFile())).toBe(false);
});

test.each([
  ['', 0],
  ['demo', 24],
])(
  'DATABASE_URL with SEED=%s has no demo account, and posts of the demo only where they are wanted',
  async (SEED, posts) => {
    const server = await createTestDatabase('system');
    onTestFinished(server.drop);
    const folder = folderOfTest();
    const backend = start({ DATA_DIR: folder, DATABASE_URL: server.url, SEED });
    await backend.logged('ready');
    expect(publishedAddress(folder).isDemo).toBe(false);
    const client = clientOf(folder);
    const { count } = await client.from('posts').select('id', { count: 'exact', head: true });
    expect([count, Number(count) >= posts]).toEqual([posts === 0 ? 0 : expect.any(Number), true]);
    expect((await client.auth.signInWithPassword(ADMINISTRATOR)).error?.code).toBe('invalid_credentials');
    await backend.kill('SIGTERM');
  },
);
