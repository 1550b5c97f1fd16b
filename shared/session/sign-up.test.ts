import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { connect } from '../data/clients.ts';
import { signUp } from './session-store.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
  connect({ url: backend.url, key: backend.publishableKey });
});
afterAll(() => backend.close());

const accounts = (email: string) => backend.database.query('select from auth.users where email = $1', [email]);

test.each([
  ['open', null],
  ['invited', null],
  ['closed', 'Sign-up is closed.'],
])('where sign-up is %s, whoever signs up reads %j', async (rule, answer) => {
  await backend.database.query('update private.settings set sign_up = $1', [rule]);
  const email = `${rule}@example.com`;
  expect(await signUp(email, 'geheim-genug')).toBe(answer);
  expect(await accounts(email)).toHaveLength(answer ? 0 : 1);
});
