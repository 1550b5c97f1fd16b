import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { overHttp } from '../../registry/registry.ts';
import { type RegistryBackend, startRegistryBackend } from '../../registry/testing/registry-backend.ts';
import { createSourceRounds } from './source-rounds.ts';
import { startReader } from './start-reader.ts';

const PROGRAM = fileURLToPath(new URL('reader.ts', import.meta.url));
const PATIENTLY = { timeout: 60_000, interval: 10 };

vi.setConfig({ testTimeout: 120_000 });

let backend: RegistryBackend;
let token = '';
const running = new Set<ChildProcess>();

const query = <Row = Record<string, unknown>>(sql: string, parameters: readonly unknown[] = []) =>
  backend.backend.database.query<Row>(sql, parameters);

beforeAll(async () => {
  backend = await startRegistryBackend();
  const [made] = await query<{ token: string }>(
    "select shipping.make_token('sources', null, '{}', null, 'test') as token",
  );
  token = made?.token ?? '';
});
beforeEach(() => backend.backend.database.execute('delete from public.sources'));
afterEach(async () => {
  for (const child of running) await killed(child);
});
afterAll(() => backend.close());

function startReading(given = token): ChildProcess {
  const child = fork(PROGRAM, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      SUPABASE_URL: backend.access.supabase.url,
      SUPABASE_PUBLISHABLE_KEY: backend.access.supabase.key,
      SOURCES_TOKEN: given,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  running.add(child);
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const queue = (count: number, url = 'https://127.0.0.1/studie') =>
  query(
    'insert into public.sources (receipt, number, url) select gen_random_uuid(), n, $1 from generate_series(1, $2) n',
    [url, count],
  );

const inState = async (state: string) => (await query('select from public.sources where state = $1', [state])).length;
const endClaims = () => query("update public.sources set due_at = now() where state = 'waiting'");

test('the process reads nothing of a private network, and says why', async () => {
  await queue(1);
  startReading();
  await vi.waitUntil(async () => (await inState('unreadable')) === 1, PATIENTLY);
  expect(await query('select text, failure, attempts from public.sources')).toEqual([
    { text: null, failure: 'The host is not on the public internet.', attempts: 1 },
  ]);
});

test('what a process that was killed had taken is read by the next one when its claim ends', async () => {
  await queue(30);
  const first = startReading();
  await vi.waitUntil(async () => (await inState('unreadable')) > 0, PATIENTLY);
  await killed(first);
  expect(await inState('waiting')).toBeGreaterThan(0);
  await endClaims();
  startReading();
  await vi.waitUntil(async () => (await inState('waiting')) === 0, PATIENTLY);
  expect(await inState('unreadable')).toBe(30);
});

test('it reads nothing with a token of another kind, and says why', async () => {
  const [message] = await once(startReading(backend.shellToken), 'message');
  expect(message).toBe('Only a valid token for sources may do this.');
});

test('the process ends with the shell', async () => {
  const child = startReading();
  await queue(1);
  await vi.waitUntil(async () => (await inState('unreadable')) === 1, PATIENTLY);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

const rounds = (fetched: Parameters<typeof createSourceRounds>[1]) =>
  createSourceRounds(overHttp({ ...backend.access, token }), fetched);

test('a slow source holds up no other', async () => {
  const slow = Promise.withResolvers<never>();
  await queue(1, 'https://langsam.example/');
  await queue(9, 'https://schnell.example/');
  const round = rounds(async (address) =>
    address.includes('langsam') ? slow.promise : { bytes: Buffer.from('Text'), contentType: 'text/plain' },
  );
  while ((await inState('read')) < 9) await round();
  expect(await inState('waiting')).toBe(1);
  slow.reject(new Error('over'));
  await expect(round()).rejects.toThrow('over');
});

// The last one: the shell of this test goes on to start it.
test('a process that ends is started again by the shell', async () => {
  const children = () =>
    execFileSync('pgrep', ['-P', String(process.pid), '-f', PROGRAM], { encoding: 'utf8' })
      .trim()
      .split('\n');
  startReader(backend.access.supabase, token, 10);
  const [first] = children();
  await queue(1);
  await vi.waitUntil(async () => (await inState('unreadable')) === 1, PATIENTLY);
  process.kill(Number(first), 'SIGKILL');
  await queue(1);
  await vi.waitUntil(async () => (await inState('unreadable')) === 2, PATIENTLY);
  expect(children()).not.toContain(first);
});
