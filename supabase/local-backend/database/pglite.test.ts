import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FixtureBackend, startFixtureBackend } from '../fixtures/backend.ts';

let backend: FixtureBackend;

beforeAll(async () => {
  backend = await startFixtureBackend();
});
afterAll(() => backend.close());

test('requests at the same time keep their own roles', async () => {
  const keys = Array.from({ length: 30 }, (_, index) => (index % 2 ? backend.serviceRoleKey : backend.publishableKey));
  const counts = keys.map(async (apikey) => {
    const request = new Request(`${backend.url}/rest/v1/drafts?select=id`, { headers: { apikey } });
    // Without the network between them, nothing puts the requests one after the other by chance.
    const response = await backend.fetch(request, { address: 'test' });
    return (await response.json()).length;
  });
  expect(await Promise.all(counts)).toEqual(keys.map((key) => (key === backend.serviceRoleKey ? 3 : 0)));
});

test('a request that fails does not undo one that runs at the same time', async () => {
  const authorization = `Bearer ${await backend.signUp()}`;
  const insert = (body: string) => backend.send('/rest/v1/notes', { json: { body }, headers: { authorization } });
  const tooLong = 'x'.repeat(50);
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => (await insert(index % 2 ? tooLong : `together ${index}`)).status),
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

test('a JSON column keeps objects, lists and texts as they are', async () => {
  const authorization = `Bearer ${await backend.signUp()}`;
  const headers = { authorization, prefer: 'return=representation' };
  for (const tags of [{ a: { b: 1 } }, ['a', 'b'], 'a text', '{}', 1]) {
    const [note] = await (await backend.send('/rest/v1/notes', { json: { body: 'tagged', tags }, headers })).json();
    expect(note.tags).toEqual(tags);
  }
});
