import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Backend, bootBackend } from '../boot.ts';
import { type PostgresServer, startPostgresServer } from '../fixtures/postgres-server.ts';
import { logNothing } from '../log.ts';
import { type ContentFollower, followContent } from './follow-content.ts';
import type { Versions } from './subscriber.ts';

const AN_HOUR = 3_600_000;
const PATIENTLY = { timeout: 20_000 };

let server: PostgresServer;
let url: string;
let backend: Backend;
let follower: ContentFollower;
let told: Versions[];

beforeAll(async () => {
  server = await startPostgresServer();
  url = await server.database('followed');
});
afterAll(() => server.stop());
beforeEach(async () => {
  backend = await bootBackend({ dataDir: 'memory', databaseUrl: url, seed: false });
  told = [];
  const audience = { tell: (versions: Versions) => void told.push(versions), forget: () => {} };
  // No look but for a reason.
  follower = await followContent(backend, audience, logNothing, AN_HOUR);
});
afterEach(async () => {
  follower.close();
  await backend.close();
});

const latest = () => told.at(-1);

test('A scheduled post is told when its time comes', async () => {
  await backend.database.execute(
    `insert into posts (title, slug, content, published_at)
     values ('Neu', 'neu', 'Text', now() + interval '2 seconds')`,
  );
  const due = () => backend.database.query('select from posts where published_at <= now()');
  await expect.poll(due, PATIENTLY).toHaveLength(1);
  const [now] = await backend.database.query('select content_versions() as versions');
  await expect.poll(latest, PATIENTLY).toEqual(now?.versions);
});

test('What changed while the connection was lost is told, and what changes later', async () => {
  const elsewhere = postgres(url, { max: 1 });
  const change = () => elsewhere`insert into workshops (title) values ('Neu')`;
  const before = latest();
  // In one transaction, so that nobody listens when it ends.
  await elsewhere.begin(async (transaction) => {
    await transaction`insert into workshops (title) values ('Neu')`;
    await transaction`select pg_terminate_backend(pid, 5000) from pg_stat_activity where query ilike 'listen%'`;
  });
  await expect.poll(latest, PATIENTLY).not.toEqual(before);
  const between = latest();
  await change();
  await expect.poll(latest, PATIENTLY).not.toEqual(between);
  await elsewhere.end();
});
