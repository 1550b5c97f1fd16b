import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Backend, type BootOptions, bootBackend } from '../local-backend/boot.ts';
import { type PostgresServer, startPostgresServer } from '../local-backend/fixtures/postgres-server.ts';
import type { Log } from '../local-backend/log.ts';

const PROJECT = fileURLToPath(new URL('../migrations', import.meta.url));
/** The first migration that knows of links. */
const LINKS = '20261122090000';

let server: PostgresServer;
let before: string;
let databases = 0;
/** What whoever starts it is told. */
const notices: string[] = [];
let running: Backend | undefined;

beforeAll(async () => {
  server = await startPostgresServer();
  before = mkdtempSync(join(tmpdir(), 'migrations-'));
  for (const file of readdirSync(PROJECT).filter((file) => file < LINKS))
    cpSync(join(PROJECT, file), join(before, file));
});
beforeEach(() => {
  databases += 1;
  notices.length = 0;
});
afterEach(() => running?.close());
afterAll(async () => {
  rmSync(before, { recursive: true, force: true });
  await server.stop();
});

/** Boots on this test's own database, which is there before and after. */
async function boot(seed: BootOptions['seed'], migrationsDir = PROJECT): Promise<Backend> {
  await running?.close();
  running = undefined;
  const databaseUrl = await server.database(`demo_${databases}`);
  const log: Log = (event, { message } = {}) => void (event === 'notice' && notices.push(String(message)));
  running = await bootBackend({ dataDir: 'memory', databaseUrl, migrationsDir, seed, log });
  return running;
}

async function one(backend: Backend, sql: string): Promise<unknown> {
  const [row] = await backend.database.query(`select (${sql}) as value`);
  return row?.value;
}

const rule = (backend: Backend) => one(backend, 'select sign_up from private.settings');
const accounts = (backend: Backend) => one(backend, 'select count(*)::int from auth.users');

test('a database of the operator’s gets content, no account, and sign-up by invitation', async () => {
  const backend = await boot('content');
  expect(await one(backend, 'select count(*) > 20 from public.posts')).toBe(true);
  expect(await one(backend, 'select count(*) > 0 from public.workflows where user_id is null')).toBe(true);
  expect([await accounts(backend), await rule(backend)]).toEqual([0, 'invited']);
});

test('the demo alone has the account with the published password, and an open sign-up', async () => {
  const backend = await boot('demo');
  expect([await accounts(backend), await rule(backend)]).toEqual([1, 'open']);
});

test('an installation that was open is by invitation from now on, whoever is staff stays it', async () => {
  const old = await boot(false, before);
  await old.database.query("insert into auth.users (id, email) values (gen_random_uuid(), 'frueher@example.com')");
  await old.database.query("insert into private.invitations (email) values ('noch-nicht@example.com')");
  const backend = await boot('content');
  expect(await rule(backend)).toBe('invited');
  expect(await one(backend, 'select email from private.staff_accounts')).toBe('frueher@example.com');
  expect(notices).toEqual([expect.stringContaining('select * from private.staff_accounts')]);
  expect(await one(backend, 'select token_hash is null and expires_at > now() from private.invitations')).toBe(true);
});

test('an installation that was closed stays so', async () => {
  await (await boot(false, before)).database.query("update private.settings set sign_up = 'closed'");
  expect(await rule(await boot('content'))).toBe('closed');
});

test('an embedded demo from before stays open', async () => {
  const old = await boot(false, before);
  expect(await rule(old)).toBe('open');
  expect(await rule(await boot('demo'))).toBe('open');
  expect(notices).toEqual([]);
});

test('an embedded backend whose sign-up somebody closed is not opened by the next start', async () => {
  await (await boot('demo')).database.query("update private.settings set sign_up = 'invited'");
  expect(await rule(await boot('demo'))).toBe('invited');
});

test('a demo whose database was moved to a server is one no more', async () => {
  await boot('demo');
  const backend = await boot('content');
  expect(notices).toEqual([expect.stringContaining('the account with the published password is deleted')]);
  expect([await accounts(backend), await rule(backend)]).toEqual([0, 'invited']);
});

test('whoever gave the demo’s account a password of their own keeps it', async () => {
  const { database } = await boot('demo');
  await database.query(
    "update auth.users set encrypted_password = extensions.crypt('ein eigenes', extensions.gen_salt('bf', 4))",
  );
  const backend = await boot('content');
  expect([await accounts(backend), await rule(backend)]).toEqual([1, 'open']);
});
