import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FixtureBackend, startFixtureBackend } from '../fixtures/backend.ts';
import type { LogFields } from '../log.ts';

let backend: FixtureBackend;
const logged: { event: string; fields: LogFields }[] = [];
const printed = vi.fn();

beforeAll(async () => {
  for (const level of ['error', 'warn', 'info', 'log'] as const) vi.spyOn(console, level).mockImplementation(printed);
  backend = await startFixtureBackend({ log: (event, fields = {}) => void logged.push({ event, fields }) });
});
beforeEach(() => void logged.splice(0));
afterAll(() => backend.close());

const everything = () => JSON.stringify([logged, printed.mock.calls]);

test('a database error is logged by its code and names, without what the user sent', async () => {
  const authorization = `Bearer ${await backend.signUp()}`;
  const body = 'a private text that is longer than forty characters';
  await backend.send('/rest/v1/notes', { json: { body }, headers: { authorization } });
  await backend.send('/rest/v1/notes?id=eq.private%20text', { headers: { authorization } });
  expect(logged).toContainEqual({
    event: 'database_error',
    fields: { code: '23514', table: 'notes', constraint: 'notes_body_short' },
  });
  expect(everything()).not.toContain('private text');
});

test('the log of a failed sign-in does not contain the password', async () => {
  await backend.send('/auth/v1/token?grant_type=password', {
    json: { email: 'x@example.com', password: 'my-password' },
  });
  await backend.send('/auth/v1/token?grant_type=password', { method: 'POST', body: '{"password": "my-password"' });
  expect(everything()).not.toContain('my-password');
});

test('all console output of lite goes to the log', () => {
  expect(printed).not.toHaveBeenCalled();
});
