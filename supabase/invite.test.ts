import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './local-backend/fixtures/test-database.ts';

const SCRIPT = fileURLToPath(new URL('invite.ts', import.meta.url));
const LINK = /^https:\/\/ki\.example\.org\/login#invitation=([0-9a-f]{64})\n$/;

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase('migrated');
  sql = database.connect();
});
afterAll(() => database.drop());

async function invite(args: string[], more: Record<string, string> = {}) {
  const env = { DATABASE_URL: database.url, SITE_URL: 'https://ki.example.org', ...more };
  const child = spawn(process.execPath, [SCRIPT, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { printed, complaint, code: Number(code), token: LINK.exec(printed)?.[1] ?? '' };
}

async function read(token: string): Promise<unknown> {
  const [row] = await sql`select private.read_invitation(${token}) as answer`;
  return row?.answer;
}

test('each start prints a link while there is no staff, and the link before is void', async () => {
  const first = await invite(['--first']);
  expect(first).toMatchObject({ printed: expect.stringMatching(LINK), complaint: '', code: 0 });
  expect(await read(first.token)).toEqual({ state: 'valid', email: null });
  const second = await invite(['--first'], { ADMIN_EMAIL: 'Chefin@Example.org' });
  expect(await read(second.token)).toEqual({ state: 'valid', email: 'chefin@example.org' });
  expect(await read(first.token)).toMatchObject({ state: 'unknown' });
});

test('a start prints nothing once there is staff; the operator can still invite', async () => {
  await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'schon@example.org')`;
  await sql`insert into private.staff select id from auth.users`;
  expect(await invite(['--first'], { ADMIN_EMAIL: 'chefin@example.org' })).toMatchObject({ printed: '', code: 0 });
  const { token } = await invite(['anna@example.org']);
  expect(await read(token)).toEqual({ state: 'valid', email: 'anna@example.org' });
});

test('the operator invites to a role', async () => {
  const { token } = await invite(['autorin@example.org', '--role=author']);
  expect(await read(token)).toMatchObject({ state: 'valid' });
  expect(await sql`select role from private.invitations where email = 'autorin@example.org'`).toEqual([
    { role: 'author' },
  ]);
  expect((await invite(['chef@example.org', '--role=boss'])).complaint).toContain(
    '"boss" is no role; expected publisher',
  );
});

test('errors name the cause and never contain the password', async () => {
  const unreachable = await invite(['--first'], { DATABASE_URL: 'postgres://me:geheim@127.0.0.1:1/nirgends' });
  expect(unreachable).toMatchObject({ printed: '', code: 1, complaint: expect.stringContaining('ECONNREFUSED') });
  expect(unreachable.complaint).not.toContain('geheim');
  expect((await invite(['anna'])).complaint).toContain('expected one like name@example.org');
  expect((await invite([], { SITE_URL: '' })).complaint).toContain('SITE_URL is not set');
});
