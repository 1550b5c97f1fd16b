import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FixtureBackend, startFixtureBackend } from '../fixtures/backend.ts';

let backend: FixtureBackend;
let authorization: string;

beforeAll(async () => {
  backend = await startFixtureBackend();
  authorization = `Bearer ${await backend.signUp()}`;
});
afterAll(() => backend.close());

const post = (path: string, json: unknown) => backend.send(path, { json, headers: { authorization } });

async function answerTo(sent: Promise<Response>) {
  const response = await sent;
  return { status: response.status, error: await response.json() };
}

test('a violated check constraint is 400', async () => {
  const { status, error } = await answerTo(post('/rest/v1/notes', { body: 'x'.repeat(41) }));
  expect(status).toBe(400);
  expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('notes_body_short') });
});

test('an exception raised by a function is 400 with its message', async () => {
  const { status, error } = await answerTo(post('/rest/v1/rpc/refuse', { reason: 'Not today' }));
  expect(status).toBe(400);
  expect(error).toEqual({ code: 'P0001', message: 'Not today', details: null, hint: null });
});

test('a violated unique constraint is 409', async () => {
  await post('/rest/v1/notes', { body: 'first', slug: 'taken' });
  const { status, error } = await answerTo(post('/rest/v1/notes', { body: 'second', slug: 'taken' }));
  expect(status).toBe(409);
  expect(error.code).toBe('23505');
});

test('a value that is too long for its index is 413', async () => {
  const slug = Array.from({ length: 200 }, () => crypto.randomUUID()).join('');
  const { status, error } = await answerTo(post('/rest/v1/notes', { body: 'long', slug }));
  expect([status, error.code]).toEqual([413, '54000']);
});

test('a violated foreign key is 409', async () => {
  expect((await post('/rest/v1/comments', { note_id: 0, body: 'lost' })).status).toBe(409);
});

test.each([
  ['an unknown column', 'notes?select=nope', 400],
  ['an unknown table', 'nope', 404],
  ['an unknown function', 'rpc/nope', 404],
  ['a filter that does not parse', 'notes?id=nope.1', 400],
  ['a value of the wrong type', 'notes?id=eq.nope', 400],
  ['an offset past the end', 'notes?select=id&offset=-1&limit=-1', 416],
])('%s has the status that PostgREST gives it', async (_, path, status) => {
  expect((await backend.send(`/rest/v1/${path}`)).status).toBe(status);
});

test('a visitor may not read a column without a grant', async () => {
  expect((await backend.send('/rest/v1/notes?select=secret')).status).toBe(401);
});

test('DELETE and UPDATE without a filter are refused', async () => {
  for (const method of ['DELETE', 'PATCH']) {
    const response = await backend.send('/rest/v1/notes', {
      method,
      body: '{"body": "all"}',
      headers: { authorization },
    });
    expect(response.status).toBe(400);
    expect((await response.json()).code).toBe('21000');
  }
});
