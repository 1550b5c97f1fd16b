import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RegistryBackend, startRegistryBackend } from '../registry/testing/registry-backend.ts';
import { PROGRAMS, startJobs } from './start-jobs.ts';
import { followNotifications } from './tags/notifications.ts';

const PATIENTLY = { timeout: 60_000, interval: 10 };
vi.setConfig({ testTimeout: 120_000 });

let backend: RegistryBackend;
beforeAll(async () => {
  backend = await startRegistryBackend();
});
afterAll(() => backend.close());

const query = (sql: string) => backend.backend.database.query<Record<string, string>>(sql);
const makeToken = async (kind: string) =>
  (await query(`select shipping.make_token('${kind}', null, '{}', null, 'test') as token`))[0]?.token;

const children = (kind: string) => {
  const { file } = PROGRAMS.find(({ kinds }) => kinds.includes(kind)) ?? {};
  try {
    const found = execFileSync('pgrep', ['-P', String(process.pid), '-f', file?.pathname ?? ''], { encoding: 'utf8' });
    return found.trim().split('\n').map(Number);
  } catch {
    // pgrep ends with 1 where it finds none.
    return [];
  }
};
const environmentOf = (pid: number) =>
  execFileSync('cat', [`/proc/${pid}/environ`], { encoding: 'utf8' })
    .split('\0')
    .map((entry) => entry.split('=')[0])
    .filter(Boolean)
    .sort();

const queue = () =>
  query(
    "insert into public.sources (receipt, number, url) values (gen_random_uuid(), 1, 'https://127.0.0.1/') returning id",
  );
const untilRead = (count: number) =>
  vi.waitUntil(async () => {
    // A program may have sent a claim when it was killed. The claim then takes the next job for a minute.
    if (children('read_source').length === 0) await query('update private.jobs set due_at = now() where attempts > 0');
    return (await query("select from public.sources where state <> 'waiting'")).length === count;
  }, PATIENTLY);

/** One test, as the supervisor goes on until the process ends. */
test('a program is started when there is work, with nothing but its token, and again when it was killed', async () => {
  const access = { ...backend.access, token: backend.shellToken };
  const tokens = { PICTURES_TOKEN: await makeToken('pictures'), SOURCES_TOKEN: await makeToken('sources') };
  startJobs(access, tokens, followNotifications(access.supabase), { againAfterMs: 10 });
  await vi.waitUntil(() => children('size_picture').length === 1, PATIENTLY);
  expect([children('copy_picture'), children('read_source')]).toEqual([[], []]);

  await queue();
  await untilRead(1);
  const [first] = children('read_source');
  const variables = ['SOURCES_TOKEN', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_URL'];
  expect(
    environmentOf(first ?? 0).filter(
      (name) => name !== 'NODE_CHANNEL_FD' && name !== 'NODE_CHANNEL_SERIALIZATION_MODE',
    ),
  ).toEqual(variables);
  process.kill(first ?? 0, 'SIGKILL');
  await queue();
  await untilRead(2);
  expect(children('read_source')).not.toContain(first);
  expect(children('copy_picture')).toEqual([]);
});
