import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../seed/demo.ts';
import { startTestBackend, type TestBackend } from './fixtures/test-backend.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

const connect = (key = backend.publishableKey): SupabaseClient =>
  createClient(backend.url, key, { auth: { persistSession: false, autoRefreshToken: false } });

interface Claims {
  amr: { method: string; timestamp: number }[];
  session_id: string;
  [name: string]: unknown;
}

const claimsIn = (token: string): Claims => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const email = 'neu@example.com';
const password = 'geheim-genug';

test('an account is made, its session refreshed and ended', async () => {
  const client = connect();
  const { data: made, error } = await client.auth.signUp({ email, password });
  expect(error).toBeNull();
  expect(made.session?.access_token).toBeDefined();

  const { data: refreshed } = await client.auth.refreshSession();
  expect(refreshed.session?.refresh_token).not.toBe(made.session?.refresh_token);
  expect((await client.auth.getUser()).data.user?.email).toBe(email);

  expect((await client.auth.signOut()).error).toBeNull();
  expect((await client.auth.getSession()).data.session).toBeNull();
  const ended = await client.auth.refreshSession({ refresh_token: String(refreshed.session?.refresh_token) });
  expect(ended.error?.code).toBe('refresh_token_not_found');
  expect((await client.auth.getUser(String(refreshed.session?.access_token))).error).not.toBeNull();
});

test('a sign-up with a taken address is refused with the reason, also one of two at once', async () => {
  const twice = await Promise.all([1, 2].map(() => connect().auth.signUp({ email: 'twice@example.com', password })));
  expect(twice.map(({ error }) => error?.code).sort()).toEqual(['user_already_exists', undefined]);
  expect((await connect().auth.signUp({ ...ADMINISTRATOR, password })).error?.code).toBe('user_already_exists');
});

test('a trigger that refuses an account is heard in the words of the auth service only, and no account is made', async () => {
  await backend.database.execute("update private.settings set sign_up = 'closed'");
  const account = { email: 'late@example.com', password };
  const { error } = await connect().auth.signUp(account);
  expect(error).toMatchObject({ status: 500, message: 'Database error saving new user' });
  // A client that names no version of the API gets the trigger's words.
  const named = await fetch(`${backend.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  expect([named.status, (await named.json()).msg]).toEqual([403, 'Sign-up is closed.']);
  expect(await backend.database.query("select from auth.users where email = 'late@example.com'")).toEqual([]);
  await backend.reset();
});

test('an access token says who signed in, how and when, also after a refresh', async () => {
  const client = connect();
  const began = Math.floor(Date.now() / 1000);
  const signedIn = await client.auth.signInWithPassword(ADMINISTRATOR);
  const first = claimsIn(signedIn.data.session?.access_token ?? '');
  expect(first).toMatchObject({
    iss: expect.stringMatching(/\/auth\/v1$/),
    aud: 'authenticated',
    role: 'authenticated',
    email: ADMINISTRATOR.email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: signedIn.data.user?.user_metadata,
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    is_anonymous: false,
  });
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: 'aal1', currentAuthenticationMethods: first.amr });
  // The time of the sign-in stays.
  await backend.database.query("update auth.sessions set created_at = created_at - interval '1 hour' where id = $1", [
    first.session_id,
  ]);
  const refreshed = claimsIn((await client.auth.refreshSession()).data.session?.access_token ?? '');
  const [{ timestamp } = { timestamp: 0 }] = first.amr;
  expect(timestamp).toBeGreaterThanOrEqual(began - 1);
  expect(refreshed).toMatchObject({
    ...first,
    iat: expect.any(Number),
    exp: expect.any(Number),
    amr: [{ method: 'password', timestamp: timestamp - 3600 }],
  });
});

test('nobody sets the app_metadata of their token', async () => {
  const client = connect();
  await client.auth.signUp({ email: 'claims@example.com', password, options: { data: { team: 'red' } } });
  await client.auth.updateUser({ data: { app_metadata: { role: 'admin' } } });
  await client.auth.refreshSession();
  const { data } = await client.auth.getSession();
  const { app_metadata, user_metadata } = claimsIn(data.session?.access_token ?? '');
  expect(app_metadata).toEqual({ provider: 'email', providers: ['email'] });
  expect(user_metadata).toMatchObject({ team: 'red', app_metadata: { role: 'admin' } });
});
