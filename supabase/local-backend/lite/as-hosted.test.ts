import { describe, expect, test, vi } from 'vitest';
import { fixtureBackend, password } from '../fixtures/backend.ts';
import type { LogFields } from '../log.ts';

const printed = vi.fn();
for (const level of ['error', 'warn', 'info', 'log'] as const) vi.spyOn(console, level).mockImplementation(printed);
const logged: { event: string; fields: LogFields }[] = [];

const backend = fixtureBackend({ isBare: true, log: (event, fields = {}) => void logged.push({ event, fields }) });

type Init = Parameters<typeof backend.ask>[1];
const ask = (path: string, init?: Init) => backend.ask(`/rest/v1/${path}`, init);
const askAs = (path: string, init?: Init) => ask(path, { token: backend.token, ...init });
const signUp = async (email: string, more: object = {}) =>
  (await backend.ask('/auth/v1/signup', { json: { email, password, ...more } })).body;
const refresh = ({ refresh_token }: { refresh_token: string }) =>
  backend.ask('/auth/v1/token?grant_type=refresh_token', { json: { refresh_token } });

describe('rows', () => {
  const headers = { accept: 'application/vnd.pgrst.object+json', prefer: 'return=representation' };

  test.each(['PATCH', 'DELETE'])('a %s for one object that fits several rows is undone', async (method) => {
    await backend.database.execute("delete from notes; insert into notes (body) values ('one'), ('two')");
    const body = method === 'PATCH' ? '{"body": "changed"}' : null;
    const refused = await askAs('notes?body=in.(one,two)', { method, headers, body });
    expect([refused.status, refused.body.code]).toEqual([406, 'PGRST116']);
    const rows = await backend.database.query('select body from notes order by id');
    expect(rows).toEqual([{ body: 'one' }, { body: 'two' }]);
  });

  test('a PATCH for one object that fits one row is done; one without a row is the error PGRST116', async () => {
    const body = '{"body": "second"}';
    const changed = await askAs('notes?body=eq.two&select=body', { method: 'PATCH', headers, body });
    expect(changed).toEqual({ status: 200, body: { body: 'second' } });
    expect((await ask('notes?id=eq.0&select=id', { headers })).body.code).toBe('PGRST116');
  });

  test('a JSON column keeps objects, lists and texts as they are', async () => {
    for (const tags of [{ a: { b: 1 } }, ['a', 'b'], 'a text', '{}', 1])
      expect((await askAs('notes', { json: { body: 'tagged', tags }, headers })).body.tags).toEqual(tags);
  });

  test('timestamps are ISO 8601, in a written row, in a read one and in an embedded one', async () => {
    const sent = { created_at: '2025-01-31T10:00:00.5Z', seen_at: '2025-01-31T10:00:00' };
    const dated = { created_at: '2025-01-31T10:00:00.5+00:00', seen_at: '2025-01-31T10:00:00' };
    expect((await askAs('notes', { json: { body: 'dated', ...sent }, headers })).body).toMatchObject(dated);
    await backend.database.execute(
      "insert into comments (note_id, body) select id, 'of dated' from notes where body = 'dated'",
    );
    expect((await ask('notes?body=eq.dated&select=created_at,seen_at')).body).toEqual([dated]);
    const embedded = await ask('comments?body=eq.of%20dated&select=notes(created_at,seen_at)');
    expect(embedded.body).toEqual([{ notes: dated }]);
  });
});

describe('an error', () => {
  const LONG = Array.from({ length: 200 }, () => crypto.randomUUID()).join('');

  test.each([
    ['a violated check constraint', 'notes', { body: 'x'.repeat(41) }, 400, '23514', 'notes_body_short'],
    ['an exception raised by a function', 'rpc/refuse', { reason: 'Not today' }, 400, 'P0001', 'Not today'],
    ['a violated unique constraint', 'notes', { body: 'second', slug: 'taken' }, 409, '23505', 'notes_slug_key'],
    ['a violated foreign key', 'comments', { note_id: 0, body: 'lost' }, 409, '23503', 'comments_note_id_fkey'],
    ['a value that is too long for its index', 'notes', { body: 'long', slug: LONG }, 413, '54000', 'index row size'],
  ])('%s has its status, code and message', async (_what, path, json, status, code, message) => {
    await askAs('notes', { json: { body: 'first', slug: 'taken' } });
    const refused = await askAs(path, { json });
    expect(refused).toMatchObject({ status, body: { code, message: expect.stringContaining(message) } });
  });

  test.each([
    ['an unknown column', 'notes?select=nope', 400],
    ['an unknown table', 'nope', 404],
    ['an unknown function', 'rpc/nope', 404],
    ['a filter that does not parse', 'notes?id=nope.1', 400],
    ['a value of the wrong type', 'notes?id=eq.nope', 400],
    ['an offset past the end', 'notes?select=id&offset=-1&limit=-1', 416],
    ['a column without a grant', 'notes?select=secret', 401],
  ])('%s has the status that PostgREST gives it', async (_, path, status) => {
    expect((await ask(path)).status).toBe(status);
  });

  test.each(['DELETE', 'PATCH'])('%s without a filter is refused', async (method) => {
    const refused = await askAs('notes', { method, body: '{"body": "all"}' });
    expect([refused.status, refused.body.code]).toEqual([400, '21000']);
  });

  test('is logged by its code and names, without what the user sent', async () => {
    await askAs('notes', { json: { body: 'a private text that is longer than forty characters' } });
    await askAs('notes?id=eq.private%20text');
    const path = '/auth/v1/token?grant_type=password';
    await backend.ask(path, { json: { email: 'x@example.com', password: 'my-password' } });
    await backend.ask(path, { method: 'POST', body: '{"password": "my-password"' });
    const fields = { code: '23514', table: 'notes', constraint: 'notes_body_short' };
    expect(logged).toContainEqual({ event: 'database_error', fields });
    expect(JSON.stringify([logged, printed.mock.calls])).not.toMatch(/private text|my-password/);
  });
});

describe('a function', () => {
  const whoami = (returns: string, body: string, init: Init = { json: {} }) =>
    backend.database
      .execute(
        `drop function public.whoami(); create function public.whoami() returns ${returns} language sql stable as $$ ${body} $$`,
      )
      .then(() => ask('rpc/whoami', init));

  test('that is stable and called by POST writes nothing', async () => {
    await backend.database.execute(`
      create function private.write() returns text language sql security definer as $$
        insert into public.notes (body) values ('written') returning body
      $$;
      grant usage on schema private to anon;
    `);
    const refused = await whoami('text', 'select private.write()');
    expect([refused.status, refused.body.code]).toEqual([405, '25006']);
    expect(await backend.database.query("select from notes where body = 'written'")).toEqual([]);
  });

  test('reads the further claims of a token', async () => {
    const claims = "select concat_ws(' ', auth.jwt() ->> 'aal', auth.jwt() -> 'app_metadata' ->> 'provider')";
    expect((await whoami('text', claims, { json: {}, token: backend.token })).body).toBe('aal1 email');
  });

  test.each([
    ['finds the functions of extensions', 'text', "select current_setting('search_path')", 'public, extensions'],
    ['answers a numeric value as a number', 'numeric', 'select 1.50', 1.5],
  ])('%s', async (_what, returns, body, answer) => {
    expect((await whoami(returns, body)).body).toBe(answer);
  });
});

describe('an account', () => {
  test('has its metadata as an object', async () => {
    const rows = await backend.database.query(
      'select distinct jsonb_typeof(raw_user_meta_data) as type from auth.users',
    );
    expect(rows).toEqual([{ type: 'object' }]);
    const { body: user } = await backend.ask('/auth/v1/user', { token: backend.token });
    expect(user.user_metadata).toMatchObject({ email: user.email });
  });

  test('stores at most 4 kB of data', async () => {
    const refused = await signUp('data@example.com', { data: { text: 'x'.repeat(4096) } });
    expect(refused).toMatchObject({ code: 400, msg: 'data has 4107 bytes; at most 4096 are stored' });
    expect(await signUp('data@example.com', { data: { text: 'x'.repeat(4000) } })).toHaveProperty('access_token');
  });

  test.each(['signup', 'token?grant_type=password'])('has an address of at most 255 characters at %s', async (path) => {
    const json = { email: `${'x'.repeat(256 - '@example.com'.length)}@example.com`, password };
    const { status, body } = await backend.ask(`/auth/v1/${path}`, { json });
    expect([status, body.error_code]).toEqual([400, 'validation_failed']);
  });

  test('with a changed password loses its other sessions, and no other account does', async () => {
    const stranger = await signUp('b@example.com');
    const first = await signUp('a@example.com');
    const signIn = { json: { email: 'a@example.com', password } };
    const { body: other } = await backend.ask('/auth/v1/token?grant_type=password', signIn);
    const body = JSON.stringify({ password: 'ein anderes Kennwort' });
    const changed = await backend.ask('/auth/v1/user', { method: 'PUT', token: first.access_token, body });
    expect(changed.status).toBe(200);
    expect((await refresh(other)).body.error_code).toBe('refresh_token_not_found');
    expect((await refresh(first)).status).toBe(200);
    expect((await refresh(stranger)).status).toBe(200);
  });

  test.each([
    ['12 hours without use', 'refreshed_at', '12 hours'],
    ['7 days', 'refreshed_at = now(), created_at', '7 days'],
  ])('has a session that ends after %s, and not before', async (_, changed, limit) => {
    const aged = async (age: string) => {
      const session = await signUp(`${crypto.randomUUID()}@example.com`);
      await backend.database.query(
        `update auth.sessions set ${changed} = now() - interval '${limit}' ${age} where user_id = $1`,
        [session.user.id],
      );
      return (await refresh(session)).status;
    };
    expect(await aged("+ interval '1 minute'")).toBe(200);
    expect(await aged("- interval '10 minutes'")).toBe(400);
  });
});

test('all console output of lite goes to the log', () => {
  expect(printed).not.toHaveBeenCalled();
});
