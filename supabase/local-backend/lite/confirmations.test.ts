import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../seed/demo.ts';
import { startTestBackend, type TestBackend } from '../fixtures/test-backend.ts';

let backend: TestBackend;
let address: string;

beforeAll(async () => {
  backend = await startTestBackend({ confirmations: true });
  await backend.database.execute("update private.settings set sign_up = 'invited'");
});
beforeEach(() => {
  address = `${crypto.randomUUID()}@example.com`;
});
afterAll(() => backend.close());

const first = 'das-erste-kennwort';
const second = 'das-zweite-kennwort';

const connect = (): SupabaseClient =>
  createClient(backend.url, backend.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
const signUp = (password: string) => connect().auth.signUp({ email: address, password });
const signIn = (password: string) => connect().auth.signInWithPassword({ email: address, password });
const mails = () => backend.outbox.filter(({ to }) => to === address);

/** The link of the last mail, at this backend. */
function link(): URL {
  const [found] = /http:\S+/.exec(mails().at(-1)?.text ?? '') ?? [];
  const { pathname, search } = new URL(found ?? '');
  return new URL(pathname + search, backend.url);
}

/** Follows the link of the last mail, and returns what the site gets. */
async function follow(): Promise<URLSearchParams> {
  const response = await fetch(link(), { redirect: 'manual', headers: { apikey: backend.publishableKey } });
  expect(response.status).toBe(303);
  return new URLSearchParams(response.headers.get('location')?.split('#')[1]);
}

/** As if the last mail had been sent longer ago than the least time between two. */
const waitForMail = () =>
  backend.database.query("update auth.users set confirmation_sent_at = now() - interval '61 s' where email = $1", [
    address,
  ]);

describe('where addresses are confirmed by mail', () => {
  test('an account signs in once the link of its mail was followed', async () => {
    const made = await signUp(first);
    expect([made.error, made.data.session, made.data.user?.email]).toEqual([null, null, address]);
    expect((await signIn(first)).error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
    expect((await follow()).get('type')).toBe('signup');
    expect(
      await backend.database.query(
        'select email_confirmed_at is not null as is_confirmed from auth.users where email = $1',
        [address],
      ),
    ).toEqual([{ is_confirmed: true }]);
    expect((await signIn(first)).data.user?.email).toBe(address);
    expect((await follow()).get('error_code')).toBe('otp_expired');
  });

  test('a taken address gets an invented account, without a session and without a mail', async () => {
    const made = await signUp(first);
    await follow();
    const again = await signUp(second);
    expect([again.error, again.data.session]).toEqual([null, null]);
    expect(again.data.user).toMatchObject({ email: address, identities: [] });
    expect(again.data.user?.id).not.toBe(made.data.user?.id);
    expect(mails()).toHaveLength(1);
    expect((await signIn(second)).error?.code).toBe('invalid_credentials');
  });

  test('an unconfirmed address keeps its first password, and gets another mail after a minute', async () => {
    await signUp(first);
    expect((await signUp(second)).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    await waitForMail();
    const again = await signUp(second);
    expect([again.error, again.data.session, mails().length]).toEqual([null, null, 2]);
    await follow();
    expect((await signIn(second)).error?.code).toBe('invalid_credentials');
    expect((await signIn(first)).error).toBeNull();
  });

  test('a token says that its session began by a link', async () => {
    await signUp(first);
    const session = (await follow()).get('access_token') ?? '';
    const { data } = await connect().auth.getUser(session);
    expect(data.user?.email).toBe(address);
    const claims = JSON.parse(Buffer.from(session.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] });
  });
});

describe('an address that somebody else registered before its owner was invited', () => {
  const isStaff = async (client: SupabaseClient) => (await client.rpc('is_staff')).data;
  const accept = async (client: SupabaseClient, token: string) =>
    (await client.rpc('accept_invitation', { token })).data;
  const staff = async () => (await backend.database.query('select user_id from private.staff')).length;

  test('the other is no staff, even with a stolen link; the owner sets a new password by a mail, and is', async () => {
    const before = await staff();
    expect((await signUp('vom-angreifer')).error).toBeNull();
    const operator = connect();
    await operator.auth.signInWithPassword(ADMINISTRATOR);
    const { data: token } = await operator.rpc('invite_colleague', { address, remark: '' }).throwOnError();
    await waitForMail();
    expect((await signUp('von-anna-selbst')).error).toBeNull();
    expect((await follow()).get('type')).toBe('signup');

    const attacker = connect();
    await attacker.auth.signInWithPassword({ email: address, password: 'vom-angreifer' });
    expect((await attacker.auth.getUser()).data.user?.email).toBe(address);
    expect(await isStaff(attacker)).toBe(false);
    expect((await attacker.from('prompts').select('id')).data).toEqual([]);
    expect((await attacker.from('prompts').insert({ name: 'x', prompt_text: 'x' })).error).not.toBeNull();
    expect(await accept(attacker, token)).toBe('new_password');
    expect(await staff()).toBe(before);

    const owner = connect();
    expect((await owner.auth.resetPasswordForEmail(address)).error).toBeNull();
    const { error } = await owner.auth.verifyOtp({
      type: 'recovery',
      token_hash: link().searchParams.get('token') ?? '',
    });
    expect(error).toBeNull();
    expect(await accept(owner, token)).toBe('new_password');
    expect((await owner.auth.updateUser({ password: 'annas-neues-kennwort' })).error).toBeNull();
    // The session began by a mail, which proves no password.
    expect(await accept(owner, token)).toBe('new_password');
    await owner.auth.signInWithPassword({ email: address, password: 'annas-neues-kennwort' });
    expect(await accept(owner, token)).toBe('accepted');
    expect(await isStaff(owner)).toBe(true);
    expect((await attacker.auth.refreshSession()).error).not.toBeNull();
    const { error: refused } = await signIn('vom-angreifer');
    expect(refused?.code).toBe('invalid_credentials');
  });
});
