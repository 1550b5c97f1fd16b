import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../local-backend/fixtures/test-database.ts';
import { release } from './calls.ts';

const SHELLS = 10;
const TIMES = 20;

let database: TestDatabase;
let sql: Sql;
let operator: string;
let shell: string;

beforeAll(async () => {
  database = await createTestDatabase('migrated');
  sql = database.connect(SHELLS + 2);
  operator = (await sql`select shipping.operator_token() as token`)[0]?.token;
  shell = (await sql`select create_deploy_token(${operator}, 'shell', null, null, null) as token`)[0]?.token;
  for (const version of ['1', '2']) {
    await sql`select publish_release(${operator}, ${sql.json(release('mf-events', version))})`;
  }
  await sql`select promote_release(${operator}, 'mf-events', '1', 'Ada', '', null, null)`;
});
beforeEach(() => share(10));
afterAll(() => database.drop());

const share = (percent: number) => sql`select canary_release(${operator}, 'mf-events', '2', ${percent}, 'Ada', '')`;

async function tell(renders: number, failures: number, since: Date): Promise<void> {
  const counts = ['1', '2'].map((version) => {
    return { remote: 'mf-events', version, since, renders, failures: version === '2' ? failures : 0, reports: 1 };
  });
  await sql`select store_counts(${shell}, ${sql.json(counts.map((one) => ({ ...one, since: since.toISOString() })))})`;
}

const canarySince = async (): Promise<Date | null> =>
  (await sql`select canary_since from shipping.remotes where name = 'mf-events'`)[0]?.canary_since;

/** All shells store counts repeatedly while the share of the same canary changes. */
async function tellAtOnce(renders: number, failures: number, moves: readonly number[]): Promise<void> {
  const since = (await canarySince()) ?? new Date(0);
  const shells = Array.from({ length: SHELLS }, async () => {
    for (let time = 0; time < TIMES; time += 1) await tell(renders, failures, since);
  });
  const mover = (async () => {
    for (const percent of moves) await share(percent);
  })();
  await Promise.all([...shells, mover]);
}

test('Concurrent counts of many shells are added up completely while the share changes', async () => {
  await tellAtOnce(3, 0, [20, 30, 40, 50, 60, 70, 80, 90, 100]);
  expect(await sql`select version, renders, failures, reports from shipping.version_counts order by version`).toEqual([
    { version: '1', renders: '600', failures: '0', reports: '200' },
    { version: '2', renders: '600', failures: '0', reports: '200' },
  ]);
  await share(0);
});

test('A canary that fails for all shells is ended once', async () => {
  const back = () => sql`select id from shipping.release_history where reason like 'went back by itself: %'`;
  await tellAtOnce(3, 2, []);
  expect(await canarySince()).toBeNull();
  expect(await back()).toHaveLength(1);
  expect(await sql`select from shipping.version_counts`).toHaveLength(0);
});
