import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootBackend } from '../boot.ts';
import { type FixtureBackend, migrationsDir, startFixtureBackend } from '../fixtures/backend.ts';
import { type PostgresServer, startPostgresServer } from '../fixtures/postgres-server.ts';

let server: PostgresServer;
let backend: FixtureBackend;
let authorization: string;
let seedings = 0;

const seed = async () => {
  seedings += 1;
};

beforeAll(async () => {
  server = await startPostgresServer();
  backend = await startFixtureBackend({ databaseUrl: server.url, seed });
  authorization = `Bearer ${await backend.signUp()}`;
});
afterAll(async () => {
  await backend.close();
  await server.stop();
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

test('requests at the same time keep their own roles', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const headers = { apikey: index % 2 ? backend.serviceRoleKey : backend.publishableKey };
      return (await (await backend.send('/rest/v1/drafts?select=id', { headers })).json()).length;
    }),
  );
  expect(answers).toEqual(Array.from({ length: 20 }, (_, index) => (index % 2 ? 3 : 0)));
});

test('errors, timestamps and grants are mended as on PGlite', async () => {
  const refused = await insert({ body: 'x'.repeat(41) });
  expect([refused.status, (await refused.json()).code]).toEqual([400, '23514']);
  const [note] = await (await insert({ body: 'dated', created_at: '2025-01-31T10:00:00.5Z' })).json();
  expect(note.created_at).toBe('2025-01-31T10:00:00.5+00:00');
  expect((await backend.send('/rest/v1/notes?select=secret')).status).toBe(401);
});

test('slow questions of visitors are interrupted, and stop nobody else', async () => {
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

test('a database that is there already is neither migrated nor seeded again', async () => {
  const again = await bootBackend({ dataDir: 'memory', databaseUrl: server.url, migrationsDir, seed });
  await again.close();
  expect(seedings).toBe(1);
});
