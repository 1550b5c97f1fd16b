import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rounds } from '@ki/shared/testing/rounds.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withDatabase } from '../local-backend/backup/database-of.ts';
import { BackendProcess, childrenOf, commandOf } from '../local-backend/fixtures/backend-process.ts';
import { ADMINISTRATOR } from '../seed/demo.ts';

const ROUNDS = rounds({ short: 3, long: 20 });
const WRITERS = 4;
const UPLOAD_BYTES = 3_000_000;
const PATIENTLY = { timeout: 60_000, interval: 20 };

const folder = mkdtempSync(join(tmpdir(), 'killed-uploads-'));
const dataDir = join(folder, 'data');
let backend: BackendProcess;
let token = '';
let isOver = false;
let uploading: Promise<unknown> = Promise.resolve();
/** The hash of each upload that was acknowledged, by its id. */
const acknowledged = new Map<string, string>();
const attempted = new Set<string>();
let underWay = 0;

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const { url, key } = JSON.parse(readFileSync(join(dataDir, 'backend.json'), 'utf8')) as Record<string, string>;
  const headers = { apikey: String(key), ...(token && { authorization: `Bearer ${token}` }), ...init.headers };
  return fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.timeout(20_000) });
}

const post = (path: string, type: string, body: BodyInit) =>
  send(path, { method: 'POST', headers: { 'content-type': type }, body }).catch(() => null);

/** Resolves with whether an upload was acknowledged. */
async function add(): Promise<boolean> {
  const id = randomUUID();
  const bytes = randomBytes(UPLOAD_BYTES);
  attempted.add(id);
  const row = await post('/rest/v1/pictures', 'application/json', JSON.stringify({ id, title: 'Kursraum' }));
  if (row?.status !== 201) return false;
  underWay += 1;
  const answer = await post(`/storage/v1/object/pictures/${id}`, 'image/png', bytes);
  underWay -= 1;
  if (answer?.status !== 200) return false;
  acknowledged.set(id, hashOf(bytes));
  return true;
}

async function uploadRepeatedly(): Promise<void> {
  while (!isOver) {
    if (!(await add())) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const untilReady = () => vi.waitUntil(async () => (await send('/readyz').catch(() => null))?.status === 200, PATIENTLY);

async function untilUploaded(more: number): Promise<void> {
  const wanted = acknowledged.size + more;
  await vi.waitUntil(() => acknowledged.size >= wanted, PATIENTLY);
}

const found = <Row>(sql: string) =>
  withDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined }, (inBulk) =>
    inBulk((session) => session.query<Row & Record<string, unknown>>(sql)),
  );

async function keepRunning(): Promise<void> {
  while (!isOver) {
    await backend.ended;
    if (!isOver) backend = new BackendProcess({ DATA_DIR: dataDir });
  }
}

beforeAll(async () => {
  backend = new BackendProcess({ DATA_DIR: dataDir });
  await backend.logged('ready');
  const answer = await post('/auth/v1/token?grant_type=password', 'application/json', JSON.stringify(ADMINISTRATOR));
  token = String(Object(await answer?.json()).access_token);
  void keepRunning();
  uploading = Promise.all(Array.from({ length: WRITERS }, uploadRepeatedly));
}, 120_000);
afterAll(async () => {
  isOver = true;
  await uploading;
  await backend.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

const victims = [
  ['the backend', undefined],
  ['the database server', 'postgres -D'],
] as const;

test.each(victims)(
  `%s is killed amid uploads, ${ROUNDS} times`,
  async (_, command) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await untilUploaded(3);
      await vi.waitUntil(() => underWay > 1, PATIENTLY);
      const { pid = 0 } = backend.child;
      const victim = command ? childrenOf(pid).find((child) => commandOf(child).includes(command)) : pid;
      process.kill(Number(victim), 'SIGKILL');
      await untilUploaded(1);
      await untilReady();
    }
  },
  600_000,
);

test('uploads are there whole or not at all, and those that were acknowledged are there', async () => {
  isOver = true;
  await uploading;
  await untilReady();
  const stored = await found<{ name: string; hash: string | null; is_known: boolean }>(`
    select o.name, encode(sha256(c.bytes), 'hex') as hash, exists (select from public.pictures p where p.id::text = o.name) as is_known
    from storage.objects o full join storage.contents c on c.object = o.id`);
  const hashes = new Map(stored.map(({ name, hash }) => [name, hash]));
  expect([...acknowledged].filter(([id, hash]) => hashes.get(id) !== hash)).toEqual([]);
  expect(stored.filter(({ name, hash, is_known }) => !name || !hash || !is_known || !attempted.has(name))).toEqual([]);
});

test('a row whose upload was cut is gone after an hour, and no other one', async () => {
  const [cut] = await found<{ count: number }>(
    'select count(*)::int as count from public.pictures p where not private.is_uploaded(p.id)',
  );
  expect(cut?.count).toBeGreaterThan(0);
  await found("update public.pictures set created_at = now() - interval '61 minutes'");
  const pictures = readFileSync(join(dataDir, 'pictures-token'), 'utf8').trim();
  const claimed = await post(
    '/rest/v1/rpc/claim_uploads',
    'application/json',
    JSON.stringify({ token: pictures, most: 1 }),
  );
  expect(await claimed?.json()).toMatchObject({ orphans: [] });
  const left = await found<{ id: string }>('select id from public.pictures');
  const whole = await found<{ name: string }>('select name from storage.objects');
  expect(left.map(({ id }) => id).sort()).toEqual(whole.map(({ name }) => name).sort());
  expect(await found("select from public.trail where relation = 'pictures' and operation = 'delete'")).toEqual([]);
});
