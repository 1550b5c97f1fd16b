import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FixtureBackend, password, startFixtureBackend } from '../fixtures/backend.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';

let database: TestDatabase;
let backend: FixtureBackend;
let authorization: string;

beforeAll(async () => {
  database = await createTestDatabase('bare');
  backend = await startFixtureBackend({ databaseUrl: database.url });
  authorization = `Bearer ${await backend.signUp()}`;
  await backend.database.execute("insert into notes (body) values ('one'), ('two')");
});
afterAll(async () => {
  await backend.close();
  await database.drop();
});

const SINGLE = { accept: 'application/vnd.pgrst.object+json', prefer: 'return=representation' };

test.each([
  ['PATCH', { body: 'changed' }],
  ['DELETE', undefined],
])('a %s for one object that fits several rows is undone', async (method, json) => {
  const refused = await backend.send('/rest/v1/notes?body=in.(one,two)', {
    method,
    headers: { authorization, ...SINGLE },
    ...(json && { body: JSON.stringify(json) }),
  });
  expect([refused.status, (await refused.json()).code]).toEqual([406, 'PGRST116']);
  expect(await backend.database.query('select body from notes order by id')).toEqual([
    { body: 'one' },
    { body: 'two' },
  ]);
});

test('a PATCH for one object that fits one row is done', async () => {
  const changed = await backend.send('/rest/v1/notes?body=eq.two&select=body', {
    method: 'PATCH',
    headers: { authorization, ...SINGLE },
    body: JSON.stringify({ body: 'second' }),
  });
  expect([changed.status, await changed.json()]).toEqual([200, { body: 'second' }]);
});

test('a stable function that is called by POST writes nothing', async () => {
  await backend.database.execute(`
    create function private.write() returns text language sql security definer as $$
      insert into public.notes (body) values ('written') returning body
    $$;
    grant usage on schema private to anon;
    create or replace function public.whoami() returns text language sql stable as 'select private.write()';
  `);
  const refused = await backend.send('/rest/v1/rpc/whoami', { json: {} });
  expect([refused.status, (await refused.json()).code]).toEqual([405, '25006']);
  expect(await backend.database.query("select from notes where body = 'written'")).toEqual([]);
});

test('a changed password ends the other sessions of the account, and no others', async () => {
  const stranger = await (await backend.send('/auth/v1/signup', { json: { email: 'b@example.com', password } })).json();
  const first = await (await backend.send('/auth/v1/signup', { json: { email: 'a@example.com', password } })).json();
  const signIn = { json: { email: 'a@example.com', password } };
  const other = await (await backend.send('/auth/v1/token?grant_type=password', signIn)).json();
  const changed = await backend.send('/auth/v1/user', {
    method: 'PUT',
    headers: { authorization: `Bearer ${first.access_token}` },
    body: JSON.stringify({ password: 'ein anderes Kennwort' }),
  });
  expect(changed.status).toBe(200);
  const refresh = ({ refresh_token }: { refresh_token: string }) =>
    backend.send('/auth/v1/token?grant_type=refresh_token', { json: { refresh_token } });
  expect((await (await refresh(other)).json()).error_code).toBe('refresh_token_not_found');
  expect((await refresh(first)).status).toBe(200);
  expect((await refresh(stranger)).status).toBe(200);
});

test.each([
  ['12 hours without use', 'refreshed_at', '12 hours'],
  ['7 days', 'refreshed_at = now(), created_at', '7 days'],
])('a session ends after %s, and not before', async (_, changed, limit) => {
  const aged = async (age: string) => {
    const email = `aged-${limit.length}-${age.length}@example.com`;
    const { refresh_token, user } = await (await backend.send('/auth/v1/signup', { json: { email, password } })).json();
    await backend.database.query(
      `update auth.sessions set ${changed} = now() - interval '${limit}' ${age} where user_id = $1`,
      [user.id],
    );
    return (await backend.send('/auth/v1/token?grant_type=refresh_token', { json: { refresh_token } })).status;
  };
  expect(await aged("+ interval '1 minute'")).toBe(200);
  expect(await aged("- interval '10 minutes'")).toBe(400);
});

test('an account stores at most 4 kB of data', async () => {
  const signUp = (letters: number) =>
    backend.send('/auth/v1/signup', {
      json: { email: `data-${letters}@example.com`, password, data: { text: 'x'.repeat(letters) } },
    });
  const refused = await signUp(4096);
  expect([refused.status, (await refused.json()).msg]).toEqual([400, 'data has 4107 bytes; at most 4096 are stored']);
  expect((await signUp(4000)).status).toBe(200);
});

test('a policy reads the further claims of a token', async () => {
  await backend.database.execute(
    `create or replace function public.whoami() returns text language sql stable as $$
       select concat_ws(' ', auth.jwt() ->> 'aal', auth.jwt() -> 'app_metadata' ->> 'provider')
     $$`,
  );
  const answer = await backend.send('/rest/v1/rpc/whoami', { json: {}, headers: { authorization } });
  expect(await answer.json()).toBe('aal1 email');
});

test('requests find the functions of extensions', async () => {
  await backend.database.execute(
    `create or replace function public.whoami() returns text language sql stable as $$ select current_setting('search_path') $$`,
  );
  expect(await (await backend.send('/rest/v1/rpc/whoami', { json: {} })).json()).toBe('public, extensions');
});

test('a numeric value is a number', async () => {
  await backend.database.execute(
    "drop function public.whoami(); create function public.whoami() returns numeric language sql stable as 'select 1.50'",
  );
  expect(await (await backend.send('/rest/v1/rpc/whoami', { json: {} })).json()).toBe(1.5);
});
