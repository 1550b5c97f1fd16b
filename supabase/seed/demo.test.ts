import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Backend, type BootOptions, bootBackend } from '../local-backend/boot.ts';
import { createTestDatabase, type TestDatabase } from '../local-backend/fixtures/test-database.ts';
import type { Log } from '../local-backend/log.ts';

let database: TestDatabase;
/** The notices that a start logs. */
const notices: string[] = [];
let running: Backend | undefined;

beforeEach(async () => {
  database = await createTestDatabase('system');
  notices.length = 0;
});
afterEach(async () => {
  await running?.close();
  await database.drop();
});

/** Boots on this test's own database, which outlives the backend. */
async function boot(seed: BootOptions['seed']): Promise<Backend> {
  await running?.close();
  running = undefined;
  const log: Log = (event, { message } = {}) => void (event === 'notice' && notices.push(String(message)));
  running = await bootBackend({ databaseUrl: database.url, seed, log });
  return running;
}

async function one(backend: Backend, sql: string): Promise<unknown> {
  const [row] = await backend.database.query(`select (${sql}) as value`);
  return row?.value;
}

const rule = (backend: Backend) => one(backend, 'select sign_up from private.settings');
const accounts = (backend: Backend) => one(backend, 'select count(*)::int from auth.users');

test('a database of an operator gets content, no account, and sign-up by invitation', async () => {
  const backend = await boot('content');
  expect(await one(backend, 'select count(*) > 20 from public.posts')).toBe(true);
  expect(await one(backend, 'select count(*) > 0 from public.workflows where user_id is null')).toBe(true);
  expect([await accounts(backend), await rule(backend)]).toEqual([0, 'invited']);
});

test('the demo alone has the account with the published password, and an open sign-up', async () => {
  const backend = await boot('demo');
  expect([await accounts(backend), await rule(backend)]).toEqual([1, 'open']);
});

test('an empty database stays empty with SEED=none, and a later start with the demo says so and adds nothing', async () => {
  const backend = await boot(false);
  const posts = (of: Backend) => one(of, 'select count(*)::int from public.posts');
  expect([await posts(backend), await accounts(backend), await rule(backend)]).toEqual([0, 0, 'invited']);
  await boot(false);
  expect(notices).toEqual([]);
  const again = await boot('demo');
  expect([await posts(again), await accounts(again), await rule(again)]).toEqual([0, 0, 'invited']);
  expect(notices).toEqual([expect.stringContaining('began with SEED=none and keeps what it has')]);
});

test('content is kept by a start with SEED=none, which says so', async () => {
  await boot('content');
  const backend = await boot(false);
  expect(await one(backend, 'select count(*) > 20 from public.posts')).toBe(true);
  expect(notices).toEqual([expect.stringContaining('began with the demo’s content and keeps it')]);
});

test('a demo whose database was moved to a server loses its account with SEED=none, too', async () => {
  await boot('demo');
  const backend = await boot(false);
  expect([await accounts(backend), await rule(backend)]).toEqual([0, 'invited']);
});

test('a closed sign-up stays closed', async () => {
  await (await boot('content')).database.query("update private.settings set sign_up = 'closed'");
  expect(await rule(await boot('content'))).toBe('closed');
});

test('the demo stays open', async () => {
  await boot('demo');
  expect(await rule(await boot('demo'))).toBe('open');
  expect(notices).toEqual([]);
});

test('a closed sign-up of an embedded backend is not opened by the next start', async () => {
  await (await boot('demo')).database.query("update private.settings set sign_up = 'invited'");
  expect(await rule(await boot('demo'))).toBe('invited');
});

test('a demo whose database was moved to a server is no demo any more', async () => {
  await boot('demo');
  const backend = await boot('content');
  expect(notices).toEqual([expect.stringContaining('the account with the published password is deleted')]);
  expect([await accounts(backend), await rule(backend)]).toEqual([0, 'invited']);
});

test('the demo’s account stays if its password was changed', async () => {
  const { database } = await boot('demo');
  await database.query(
    "update auth.users set encrypted_password = extensions.crypt('ein eigenes', extensions.gen_salt('bf', 4))",
  );
  const backend = await boot('content');
  expect([await accounts(backend), await rule(backend)]).toEqual([1, 'open']);
});
