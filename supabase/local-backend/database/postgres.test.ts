import postgres from 'postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fixtureBackend } from '../fixtures/backend.ts';
import { addressAs, connectDriver, passwordOf, REQUEST_ROLES } from './address.ts';
import { connectTo } from './postgres.ts';

const backend = fixtureBackend({ isBare: true });

const insert = (json: unknown) => backend.ask('/rest/v1/notes', { json, token: backend.token });

test('concurrent requests have their own roles', async () => {
  const keys = Array.from({ length: 30 }, (_, index) => (index % 2 ? backend.serviceRoleKey : backend.publishableKey));
  const counts = keys.map(async (apikey) => {
    const request = new Request(`${backend.url}/rest/v1/drafts?select=id`, { headers: { apikey } });
    // Called in this process, since the network would serialize some of the requests by chance.
    const response = await backend.fetch(request, { address: 'test' });
    return (await response.json()).length;
  });
  expect(await Promise.all(counts)).toEqual(keys.map((key) => (key === backend.serviceRoleKey ? 3 : 0)));
});

test('a failed request does not roll back a concurrent one', async () => {
  const bodies = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'x'.repeat(50) : `together ${index}`));
  const statuses = await Promise.all(bodies.map(async (body) => (await insert({ body })).status));
  expect(statuses).toEqual(bodies.map((_, index) => (index % 2 ? 400 : 201)));
  expect(await backend.database.query("select id from notes where body like 'together %'")).toHaveLength(10);
});

test('the first request grants nothing that the migrations withheld', async () => {
  await backend.ask('/rest/v1/notes?select=id');
  const [granted] = await backend.database.query(`
    select has_table_privilege('anon', 'private.settings', 'insert') as private_write,
      has_schema_privilege('anon', 'private', 'usage') as private_usage,
      has_column_privilege('anon', 'public.notes', 'secret', 'select') as hidden_column
  `);
  expect(granted).toEqual({ private_write: false, private_usage: false, hidden_column: false });
});

test('slow queries of visitors are cancelled and do not block staff', async () => {
  const slow = () => backend.ask('/rest/v1/rpc/sleep', { json: { seconds: 60 } });
  const answers = Array.from({ length: 20 }, slow);
  const staff = backend.send('/rest/v1/notes?select=id', { token: backend.token });
  const isStaffServed = Promise.race([Promise.all(answers).then(() => false), staff.then(({ ok }) => ok)]);
  expect(await isStaffServed).toBe(true);
  expect(await backend.database.query('select 1 as one')).toEqual([{ one: 1 }]);
  const [first] = await Promise.all(answers);
  const message = expect.stringContaining('statement timeout');
  expect(first).toEqual({ status: 504, body: { code: '57014', message, details: null, hint: null } });
});

test('the time that a function sets for itself holds for its call', async () => {
  expect((await backend.ask('/rest/v1/rpc/count_far', { json: {} })).body.code).toBe('57014');
});

test.each([1, 100_000, 1_000_000])('a session is usable after a copy that ends with a row of %d letters', (letters) => {
  const connected = connectTo(backend.databaseUrl);
  onTestFinished(connected.close);
  return connected.inBulk(async ({ execute, query, copyOut }) => {
    await execute(`create temporary table long as select repeat('x', ${letters}) as text`);
    for (let round = 0; round < 5; round += 1) {
      let size = 0;
      for await (const row of copyOut('long (text)')) size += row.length;
      expect(size).toBe(letters + '\n'.length);
      expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
    }
  });
});

function connectAs(role: (typeof REQUEST_ROLES)[number]) {
  const sql = connectDriver(addressAs(role, backend.databaseUrl), { max: 1 });
  onTestFinished(() => sql.end());
  return sql;
}

test('a request connects as the role that may only become those of the API', async () => {
  await backend.database.execute(`
    create or replace function public.whoami() returns text language sql stable as $$
      select session_user || ' ' || current_setting('is_superuser')
    $$
  `);
  expect((await backend.ask('/rest/v1/rpc/whoami', { json: {} })).body).toBe('authenticator off');
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

describe.each(REQUEST_ROLES)('a connection as %s', (role) => {
  test.each([
    ['becomes the owner', 'set role postgres'],
    ['starts a program', "copy (select 1) to program 'true'"],
    ['reads from a program', "create temporary table read (line text); copy read from program 'id'"],
    ['reads a file', "select pg_read_file('PG_VERSION')"],
    ['reads private tables', 'select * from private.settings'],
    ['reads protected tables', 'select * from public.drafts'],
    ['writes a table', "insert into public.notes (body) values ('mine')"],
    ['makes a table', 'create table public.mine (id int)'],
    ['makes an extension', 'create extension dblink'],
  ])('which undoes its role and %s is refused', async (_, statement) => {
    const sql = connectAs(role);
    const run = sql.begin(async (transaction) => {
      if (role === 'authenticator') await transaction`select set_config('role', 'anon', true)`;
      await transaction.unsafe('reset role');
      await transaction.unsafe(statement).simple();
    });
    await expect(run).rejects.toMatchObject({ code: '42501' });
    expect(await sql`select current_setting('is_superuser') as superuser`).toEqual([{ superuser: 'off' }]);
  });
});

test('the REST API reads no account, and the auth service reads nothing else', async () => {
  const [rest, auth] = [connectAs('authenticator'), connectAs('supabase_auth_admin')];
  await expect(rest`select from auth.users`).rejects.toMatchObject({ code: '42501' });
  await expect(auth`select from auth.users`).resolves.toBeDefined();
  await expect(auth`set role service_role`).rejects.toMatchObject({ code: '42501' });
});

test('where the owner has a password, each role has another one, which follows from it', () => {
  const address = 'postgresql://postgres:s%2Fcret@db.example:6000/site?sslmode=require';
  const own = new URL(addressAs('authenticator', address));
  expect(own.href.replace(own.password, '…')).toBe('postgresql://authenticator:…@db.example:6000/site?sslmode=require');
  expect(own.password).toMatch(/^[0-9a-f]{64}$/);
  expect(own.password).not.toBe(passwordOf('supabase_auth_admin', address));
  expect(postgres(own.href).options.pass).toBe(own.password);
});
