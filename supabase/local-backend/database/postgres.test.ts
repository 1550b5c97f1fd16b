import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootBackend } from '../boot.ts';
import { type FixtureBackend, migrationsDir, startFixtureBackend } from '../fixtures/backend.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';

let database: TestDatabase;
let backend: FixtureBackend;
let authorization: string;
let seedings = 0;

const seed = async () => {
  seedings += 1;
};

beforeAll(async () => {
  database = await createTestDatabase('bare');
  backend = await startFixtureBackend({ databaseUrl: database.url, seed });
  authorization = `Bearer ${await backend.signUp()}`;
});
afterAll(async () => {
  await backend.close();
  await database.drop();
});

const insert = (json: unknown) =>
  backend.send('/rest/v1/notes', { json, headers: { authorization, prefer: 'return=representation' } });

test('an account’s metadata is stored as an object', async () => {
  const rows = await backend.database.query('select jsonb_typeof(raw_user_meta_data) as type from auth.users');
  expect(rows).toEqual([{ type: 'object' }]);
  const user = await (await backend.send('/auth/v1/user', { headers: { authorization } })).json();
  expect(user.user_metadata).toMatchObject({ email: user.email });
});

test('a JSON column keeps objects, lists and texts as they are', async () => {
  for (const tags of [{ a: { b: 1 } }, ['a', 'b'], 'a text', '{}', 1]) {
    const [note] = await (await insert({ body: 'tagged', tags })).json();
    expect(note.tags).toEqual(tags);
  }
});

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
  const tooLong = 'x'.repeat(50);
  const statuses = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, index) => (await insert({ body: index % 2 ? tooLong : `together ${index}` })).status,
    ),
  );
  expect(statuses).toEqual(Array.from({ length: 20 }, (_, index) => (index % 2 ? 400 : 201)));
  const stored = await backend.database.query("select id from notes where body like 'together %'");
  expect(stored).toHaveLength(10);
});

test('the first request grants nothing that the migrations withheld', async () => {
  await backend.send('/rest/v1/notes?select=id');
  const [granted] = await backend.database.query(`
    select has_table_privilege('anon', 'private.settings', 'insert') as private_write,
      has_schema_privilege('anon', 'private', 'usage') as private_usage,
      has_column_privilege('anon', 'public.notes', 'secret', 'select') as hidden_column
  `);
  expect(granted).toEqual({ private_write: false, private_usage: false, hidden_column: false });
});

test('timestamps are written as ISO 8601, in the row itself and in an embedded one', async () => {
  await backend.database.execute(`
    insert into notes (body, created_at, seen_at) values ('dated', '2025-01-31 10:00:00.5+00', '2025-01-31 10:00:00');
    insert into comments (note_id, body) select id, 'of dated' from notes where body = 'dated';
  `);
  const note = { created_at: '2025-01-31T10:00:00.5+00:00', seen_at: '2025-01-31T10:00:00' };
  const own = await backend.send('/rest/v1/notes?body=eq.dated&select=created_at,seen_at');
  expect(await own.json()).toEqual([note]);
  const embedded = await backend.send('/rest/v1/comments?body=eq.of%20dated&select=notes(created_at,seen_at)');
  expect(await embedded.json()).toEqual([{ notes: note }]);
});

test('errors, timestamps and grants are as on a Supabase project', async () => {
  const refused = await insert({ body: 'x'.repeat(41) });
  expect([refused.status, (await refused.json()).code]).toEqual([400, '23514']);
  const [note] = await (await insert({ body: 'dated', created_at: '2025-01-31T10:00:00.5Z' })).json();
  expect(note.created_at).toBe('2025-01-31T10:00:00.5+00:00');
  expect((await backend.send('/rest/v1/notes?select=secret')).status).toBe(401);
});

test('slow queries of visitors are cancelled and do not block staff', async () => {
  const slow = () => backend.send('/rest/v1/rpc/sleep', { json: { seconds: 60 } });
  const answers = Array.from({ length: 20 }, async () => {
    const answer = await slow();
    return { status: answer.status, body: await answer.json() };
  });
  const staff = backend.send('/rest/v1/notes?select=id', { headers: { authorization } });
  const isStaffServed = Promise.race([Promise.all(answers).then(() => false), staff.then(({ ok }) => ok)]);
  expect(await isStaffServed).toBe(true);
  expect(await backend.database.query('select 1 as one')).toEqual([{ one: 1 }]);
  const [first] = await Promise.all(answers);
  expect(first).toEqual({
    status: 504,
    body: { code: '57014', message: expect.stringContaining('statement timeout'), details: null, hint: null },
  });
});

test('an existing database is neither migrated nor seeded again', async () => {
  const again = await bootBackend({ databaseUrl: database.url, migrationsDir, seed });
  await again.close();
  expect(seedings).toBe(1);
});
