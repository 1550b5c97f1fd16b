import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../seed/demo.ts';
import { startTestBackend, type TestBackend } from '../fixtures/test-backend.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend({ confirmations: true });
  await backend.database.execute("update private.settings set sign_up = 'invited'");
});
afterAll(() => backend.close());

const email = 'anna@example.com';

const connect = (): SupabaseClient =>
  createClient(backend.url, backend.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
const isStaff = async (client: SupabaseClient) => (await client.rpc('is_staff')).data;
const accept = async (client: SupabaseClient, token: string) => (await client.rpc('accept_invitation', { token })).data;

/** The link of the last mail, at this backend. */
function link(): URL {
  const [found] = /http:\S+/.exec(backend.outbox.at(-1)?.text ?? '') ?? [];
  const { pathname, search } = new URL(found ?? '');
  return new URL(pathname + search, backend.url);
}

test('whoever registered an invited address first is no staff; its owner sets a new password by a mail, and is', async () => {
  const staff = async () => (await backend.database.query('select user_id from private.staff')).length;
  const before = await staff();
  const attacker = connect();
  const account = { email, password: 'vom-angreifer' };
  const made = await attacker.auth.signUp(account);
  expect([made.error, made.data.session]).toEqual([null, null]);
  expect((await attacker.auth.signInWithPassword(account)).error?.code).toBe('email_not_confirmed');
  const operator = connect();
  await operator.auth.signInWithPassword(ADMINISTRATOR);
  const { data: token } = await operator.rpc('invite_colleague', { address: email, remark: '' }).throwOnError();
  // The owner confirms the address.
  const followed = await fetch(link(), { redirect: 'manual', headers: { apikey: backend.publishableKey } });
  expect(followed.headers.get('location')).toContain('type=signup');

  await attacker.auth.signInWithPassword(account);
  expect((await attacker.auth.getUser()).data.user?.email).toBe(email);
  expect(await isStaff(attacker)).toBe(false);
  expect((await attacker.from('prompts').select('id')).data).toEqual([]);
  expect((await attacker.from('prompts').insert({ name: 'x', prompt_text: 'x' })).error).not.toBeNull();
  expect(await accept(attacker, token)).toBe('new_password');
  expect(await staff()).toBe(before);

  const owner = connect();
  expect((await owner.auth.resetPasswordForEmail(email)).error).toBeNull();
  const token_hash = link().searchParams.get('token') ?? '';
  expect((await owner.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
  expect(await accept(owner, token)).toBe('new_password');
  expect((await owner.auth.updateUser({ password: 'annas-neues-kennwort' })).error).toBeNull();
  // The session began by a mail, which proves no password.
  expect(await accept(owner, token)).toBe('new_password');
  await owner.auth.signInWithPassword({ email, password: 'annas-neues-kennwort' });
  expect(await accept(owner, token)).toBe('accepted');
  expect(await isStaff(owner)).toBe(true);
  expect((await attacker.auth.refreshSession()).error).not.toBeNull();
  expect((await attacker.auth.signInWithPassword(account)).error?.code).toBe('invalid_credentials');
});
