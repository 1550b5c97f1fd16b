import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FixtureBackend, startFixtureBackend } from '../fixtures/backend.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { addressAs, connectDriver, passwordOf, REQUEST_ROLES } from './address.ts';

let database: TestDatabase;
let backend: FixtureBackend;

beforeAll(async () => {
  database = await createTestDatabase('bare');
  backend = await startFixtureBackend({ databaseUrl: database.url });
  await backend.database.execute(`
    create or replace function public.whoami() returns text language sql stable as $$
      select session_user || ' ' || current_setting('is_superuser')
    $$
  `);
});
afterAll(async () => {
  await backend.close();
  await database.drop();
});

test('a request connects as the role that may only become those of the API', async () => {
  const answer = await backend.send('/rest/v1/rpc/whoami', { json: {} });
  expect(await answer.json()).toBe('authenticator off');
  const roles = await backend.database.query(`
    select granted.rolname as role from pg_auth_members
    join pg_roles as granted on granted.oid = roleid
    where member = 'authenticator'::regrole order by 1
  `);
  expect(roles.map(({ role }) => role)).toEqual(['anon', 'authenticated', 'service_role']);
  const [rights] = await backend.database.query(`
    select bool_or(rolsuper or rolcreaterole or rolcreatedb or rolinherit or rolbypassrls or rolreplication) as any
    from pg_roles where rolname in ('authenticator', 'supabase_auth_admin')
  `);
  expect(rights).toEqual({ any: false });
});

test('the time that a function sets for itself holds for its call', async () => {
  const answer = await backend.send('/rest/v1/rpc/count_far', { json: {} });
  expect(await answer.json()).toMatchObject({ code: '57014' });
});

const refused: [name: string, statement: string][] = [
  ['becomes the owner', 'set role postgres'],
  ['starts a program', "copy (select 1) to program 'true'"],
  ['reads from a program', "create temporary table read (line text); copy read from program 'id'"],
  ['reads a file', "select pg_read_file('PG_VERSION')"],
  ['reads private tables', 'select * from private.settings'],
  ['reads protected tables', 'select * from public.drafts'],
  ['writes a table', "insert into public.notes (body) values ('mine')"],
  ['makes a table', 'create table public.mine (id int)'],
  ['makes an extension', 'create extension dblink'],
];

describe.each(REQUEST_ROLES)('a connection as %s', (role) => {
  let sql: Sql;
  beforeAll(() => {
    sql = connectDriver(addressAs(role, database.url), { max: 1 });
  });
  afterAll(() => sql.end());

  test.each(refused)('which undoes its role and %s is refused', async (_, statement) => {
    const run = sql.begin(async (transaction) => {
      if (role === 'authenticator') await transaction`select set_config('role', 'anon', true)`;
      await transaction.unsafe('reset role');
      await transaction.unsafe(statement).simple();
    });
    await expect(run).rejects.toMatchObject({ code: expect.stringMatching(/^42501$/) });
    const [now] = await sql`select current_setting('is_superuser') as superuser`;
    expect(now).toEqual({ superuser: 'off' });
  });
});

test('the REST API reads no account, and the auth service reads nothing else', async () => {
  const rest = connectDriver(addressAs('authenticator', database.url), { max: 1 });
  const auth = connectDriver(addressAs('supabase_auth_admin', database.url), { max: 1 });
  try {
    await expect(rest`select from auth.users`).rejects.toMatchObject({ code: '42501' });
    await expect(auth`select from auth.users`).resolves.toBeDefined();
    await expect(auth`set role service_role`).rejects.toMatchObject({ code: '42501' });
  } finally {
    await Promise.all([rest.end(), auth.end()]);
  }
});

test('where the owner has a password, each role has another one, which follows from it', () => {
  const address = 'postgresql://postgres:s%2Fcret@db.example:6000/site?sslmode=require';
  const own = new URL(addressAs('authenticator', address));
  expect([own.username, own.host, own.pathname, own.search]).toEqual([
    'authenticator',
    'db.example:6000',
    '/site',
    '?sslmode=require',
  ]);
  expect(own.password).toMatch(/^[0-9a-f]{64}$/);
  expect(own.password).not.toBe(passwordOf('supabase_auth_admin', address));
  expect(postgres(own.href).options.pass).toBe(own.password);
});
