import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ADMINISTRATOR } from '../seed/administrator.ts';
import type { Announcement } from './data-dir/announcement.ts';
import { BackendProcess, childrenOf, commandOf, isAlive } from './fixtures/backend-process.ts';
import { ChangesClient } from './fixtures/changes-client.ts';

const PATIENTLY = { timeout: 20_000, interval: 50 };

let dataDir: string;
const started: BackendProcess[] = [];

beforeAll(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'main-')), 'data');
});
afterAll(async () => {
  await Promise.all(started.map((backend) => backend.kill()));
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}): BackendProcess {
  const backend = new BackendProcess({ DATA_DIR: dataDir, ...environment });
  started.push(backend);
  return backend;
}

const announcementFile = () => join(dataDir, 'backend.json');
const announcement = (): Announcement => JSON.parse(readFileSync(announcementFile(), 'utf8'));
const gone = (pids: number[]) => vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), PATIENTLY);

async function signedIn(): Promise<SupabaseClient> {
  const { url, key } = announcement();
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const { error } = await client.auth.signInWithPassword(ADMINISTRATOR);
  if (error) throw error;
  return client;
}

async function inserted(slug: string): Promise<{ id: string }> {
  const client = await signedIn();
  const { data, error } = await client.from('categories').insert({ name: slug, slug }).select('id').single();
  if (error) throw error;
  return data;
}

test('a first start ends in a seeded backend that others find', async () => {
  const backend = start();
  await backend.logged('ready');
  expect(statSync(announcementFile()).mode & 0o777).toBe(0o600);
  const { url } = announcement();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), PATIENTLY);
  const client = await signedIn();
  expect((await client.from('posts').select('id')).data?.length).toBeGreaterThan(20);
});

test('who reads where changes are told has heard of a write when it is answered', async () => {
  const { changes } = announcement();
  expect(changes.secret).toMatch(/^[0-9a-f]{64}$/);
  const client = ChangesClient.seeing(changes);
  await client.toldTimes(1);
  await inserted('told');
  const [before, after] = client.versions;
  expect(after).toEqual({ ...before, categories: after?.categories });
  client.socket.destroy();
});

test('a database server that was killed is no reason to lose or to refuse anything', async () => {
  const { id } = await inserted('before-the-server-ended');
  const failing = started.at(-1);
  const server = childrenOf(failing?.child.pid).find((pid) => commandOf(pid).includes('postgres -D'));
  process.kill(Number(server), 'SIGKILL');
  expect(await failing?.ended).toBe(1);
  expect(failing?.lines.at(-1)?.message).toBe('The database server has ended.');
  await start().logged('ready');
  const { data } = await (await signedIn()).from('categories').select('slug').eq('id', id).single();
  expect(data).toEqual({ slug: 'before-the-server-ended' });
});

test('a second start is told which directory is in use and by whom, or which port is taken', async () => {
  const first = started.at(-1);
  const second = start();
  expect((await second.logged('failed')).message).toBe(
    `The data directory ${dataDir} is in use by the process ${first?.child.pid}.`,
  );
  expect(await second.ended).toBe(1);
  const third = start({ SUPABASE_PORT: new URL(announcement().url).port, DATA_DIR: `${dataDir}-other` });
  expect((await third.logged('failed')).message).toMatch(/^The port \d+ is taken by another program\.$/);
  expect(await third.ended).toBe(1);
  await signedIn();
});

test('a signal stops all of it in time', async () => {
  const backend = started.find(({ child }) => child.exitCode === null && child.signalCode === null);
  const processes = childrenOf(backend?.child.pid);
  // Deno with the functions, and the database server.
  expect(processes).toHaveLength(2);
  const client = ChangesClient.seeing(announcement().changes);
  await client.toldTimes(1);
  const before = Date.now();
  backend?.child.kill('SIGTERM');
  await client.closed;
  expect(await backend?.ended).toBe(0);
  expect(Date.now() - before).toBeLessThan(5000);
  await gone(processes);
  expect(existsSync(announcementFile())).toBe(false);
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
  await vi.waitFor(() => expect(existsSync(announcementFile())).toBe(true), PATIENTLY);
  const processes = [Number(pid), ...childrenOf(Number(pid))];
  parent.kill('SIGKILL');
  try {
    await gone(processes);
  } finally {
    for (const left of processes.filter(isAlive)) process.kill(left, 'SIGKILL');
  }
  expect(existsSync(announcementFile())).toBe(false);
});
