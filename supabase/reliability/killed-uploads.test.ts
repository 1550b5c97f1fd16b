import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rounds } from '@ki/shared/testing/rounds.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withDatabase } from '../local-backend/backup/database-of.ts';
import { KeptBackend } from './testing/kept-backend.ts';

const ROUNDS = rounds({ short: 3, long: 20 });
const UPLOAD_BYTES = 3_000_000;

const hashes = new Map<string, string>();
const ofDemo = new Set<string>();
let underWay = 0;

const backend = new KeptBackend(async (id, kept) => {
  const bytes = randomBytes(UPLOAD_BYTES);
  hashes.set(id, createHash('sha256').update(bytes).digest('hex'));
  const row = await kept.post('/rest/v1/pictures', { id, title: 'Kursraum' });
  if (row.status !== 201) return row;
  underWay += 1;
  return kept.post(`/storage/v1/object/pictures/${id}`, bytes).finally(() => {
    underWay -= 1;
  });
});
beforeAll(async () => {
  await backend.start();
  for (const { name } of await found<{ name: string }>('select name from storage.objects')) ofDemo.add(name);
}, 120_000);
afterAll(() => backend.stop(), 120_000);

const found = <Row>(sql: string) =>
  withDatabase({ DATA_DIR: backend.dataDir, DATABASE_URL: undefined }, (inBulk) =>
    inBulk((session) => session.query<Row & Record<string, unknown>>(sql)),
  );

test.each(['the backend', 'the database server'] as const)(
  `%s is killed amid uploads, ${ROUNDS} times`,
  async (victim) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await backend.untilWritten(3);
      await vi.waitUntil(() => underWay > 1, { timeout: 60_000, interval: 20 });
      await backend.killAndRestart(victim);
    }
  },
  600_000,
);

test('uploads are there whole or not at all, and those that were acknowledged are there', async () => {
  await backend.expectNothingLost(async () => {
    const stored = await found<{ name: string; hash: string | null; is_known: boolean }>(`
      select o.name, encode(sha256(c.bytes), 'hex') as hash, exists (select from public.pictures p where p.id::text = o.name) as is_known
      from storage.objects o full join storage.contents c on c.object = o.id`);
    const uploaded = stored.filter(({ name }) => !ofDemo.has(name));
    expect(uploaded.filter(({ name, hash, is_known }) => !is_known || hash !== hashes.get(name))).toEqual([]);
    return new Set(uploaded.map(({ name }) => name));
  });
});

test('a row whose upload was cut is gone after an hour, and no other one', async () => {
  const [cut] = await found<{ count: number }>(
    'select count(*)::int as count from public.pictures p where not private.is_uploaded(p.id)',
  );
  expect(cut?.count).toBeGreaterThan(0);
  await found("update public.pictures set created_at = now() - interval '61 minutes'");
  const token = readFileSync(join(backend.dataDir, 'pictures-token'), 'utf8').trim();
  const tidied = await backend.post('/rest/v1/rpc/tidy_uploads', { token });
  expect(await tidied.json()).toEqual([]);
  const left = await found<{ id: string }>('select id from public.pictures');
  const whole = await found<{ name: string }>('select name from storage.objects');
  expect(left.map(({ id }) => id).sort()).toEqual(whole.map(({ name }) => name).sort());
  expect(await found("select from public.trail where relation = 'pictures' and operation = 'delete'")).toEqual([]);
});
