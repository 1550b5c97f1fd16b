import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inAnHour, signedToken } from '../local-backend/fixtures/signed-token.ts';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';

const ADDRESS = 'eingeladen@example.com';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.restore();
  await backend.owner.query("update private.settings set sign_up = 'invited'");
});
afterAll(() => backend.close());

async function invite(address = ADDRESS): Promise<string> {
  const { data, error } = await backend.as.staff.rpc('invite_colleague', { address, remark: 'Neu im Team' });
  expect(error).toBeNull();
  return String(data);
}

const read = async (token: string) => (await backend.as.visitor.rpc('read_invitation', { token })).data;
const accept = async ({ client }: Account, token: string) => (await client.rpc('accept_invitation', { token })).data;
const isStaff = async ({ client }: Account) => (await client.rpc('is_staff')).data;

test('a link shows the invited address, and the account with this address becomes staff by it', async () => {
  const token = await invite('Eingeladen@Example.com ');
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(await read(token)).toEqual({ state: 'valid', email: ADDRESS });
  const invited = await backend.signUp(ADDRESS);
  expect(await isStaff(invited)).toBe(false);
  expect(await accept(invited, token)).toBe('accepted');
  expect(await isStaff(invited)).toBe(true);
});

test('an account from before the invitation accepts it with a new password only', async () => {
  const early = await backend.signUp(ADDRESS);
  const token = await invite();
  expect(await accept(early, token)).toBe('new_password');
  await early.client.auth.signInWithPassword({ email: ADDRESS, password: 'geheim-genug' });
  await early.client.auth.updateUser({ data: { display_name: 'Anna' } });
  expect(await accept(early, token)).toBe('new_password');
  expect(await isStaff(early)).toBe(false);
  expect((await early.client.auth.updateUser({ password: 'neu-und-geheim' })).error).toBeNull();
  // A session proves the password that it began with.
  await early.client.auth.signInWithPassword({ email: ADDRESS, password: 'neu-und-geheim' });
  expect(await accept(early, token)).toBe('accepted');
  expect(await isStaff(early)).toBe(true);
});

test('a password that was set between two invitations is too old for the second', async () => {
  await invite();
  const invited = await backend.signUp(ADDRESS);
  expect(await accept(invited, await invite())).toBe('new_password');
});

describe('where tokens say how a session began', () => {
  /** Accepts with the token of a session that began in this way. */
  async function acceptAfter(amr: readonly object[]): Promise<unknown> {
    const token = await invite();
    const { id } = await backend.signUp(ADDRESS);
    const claims = { role: 'authenticated', aud: 'authenticated', sub: id, exp: inAnHour(), amr };
    const session = signedToken(backend.keys.jwtSecret, claims);
    const response = await backend.fetch(
      new Request('http://backend.test/rest/v1/rpc/accept_invitation', {
        method: 'POST',
        body: JSON.stringify({ token }),
        headers: {
          authorization: `Bearer ${session}`,
          apikey: backend.keys.publishable,
          'content-type': 'application/json',
        },
      }),
      { address: '127.0.0.1' },
    );
    return response.json();
  }
  const later = Math.floor(Date.now() / 1000) + 600;

  test.each([
    ['a password', [{ method: 'password', timestamp: later }], 'accepted'],
    [
      'a password and a second factor',
      [
        { method: 'totp', timestamp: later },
        { method: 'password', timestamp: later },
      ],
      'accepted',
    ],
    ['a link in a mail', [{ method: 'otp', timestamp: later }], 'new_password'],
    ['an earlier password', [{ method: 'password', timestamp: 1 }], 'new_password'],
  ])('one that began with %s: %s', async (_, amr, expected) => {
    expect(await acceptAfter(amr)).toBe(expected);
  });
});

test('an invitation ends with the rights of the account that made it, by whatever way they end', async () => {
  const inviter = await backend.signUp();
  await backend.owner.query('insert into private.staff (user_id) values ($1)', [inviter.id]);
  const { data } = await inviter.client.rpc('invite_colleague', { address: ADDRESS, remark: '' });
  const invited = await backend.signUp(ADDRESS);
  await backend.owner.query('delete from private.staff where user_id = $1', [inviter.id]);
  expect([await read(String(data)), await accept(invited, String(data))]).toMatchObject([
    { state: 'unknown' },
    'unknown',
  ]);
});

test('a link works once; its account may follow it again, except after losing the rights', async () => {
  const token = await invite();
  const invited = await backend.signUp(ADDRESS);
  await accept(invited, token);
  expect(await read(token)).toEqual({ state: 'used', email: null });
  expect(await accept(backend.outsider, token)).toBe('used');
  expect(await isStaff(backend.outsider)).toBe(false);
  expect(await accept(invited, token)).toBe('accepted');
  await backend.as.staff.rpc('remove_staff', { account: invited.id });
  expect(await accept(invited, token)).toBe('used');
  expect(await isStaff(invited)).toBe(false);
});

test('an account with another address gets no rights by the link and does not use it up', async () => {
  const token = await invite();
  expect(await accept(backend.outsider, token)).toBe('other_address');
  expect(await isStaff(backend.outsider)).toBe(false);
  expect(await read(token)).toEqual({ state: 'valid', email: ADDRESS });
});

test('an invitation by the operator without an address works for any account with the link', async () => {
  const [row] = await backend.owner.query<{ token: string }>('select private.invite() as token');
  expect(await read(row?.token ?? '')).toEqual({ state: 'valid', email: null });
  const account = await backend.signUp();
  expect(await accept(account, row?.token ?? '')).toBe('accepted');
  expect(await isStaff(account)).toBe(true);
});

test('a link expires after seven days, and another token is unknown', async () => {
  const token = await invite();
  const [left] = await backend.owner.query(
    `select expires_at - now() between interval '6 days 23 hours' and interval '7 days' as is_week
     from private.invitations`,
  );
  expect(left).toEqual({ is_week: true });
  await backend.owner.query('update private.invitations set expires_at = now()');
  const invited = await backend.signUp(ADDRESS);
  expect([await read(token), await accept(invited, token)]).toEqual([{ state: 'expired', email: null }, 'expired']);
  const unknown = 'f'.repeat(64);
  expect([await read(unknown), await accept(invited, unknown)]).toEqual([{ state: 'unknown', email: null }, 'unknown']);
  expect(await isStaff(invited)).toBe(false);
});

test('while sign-up is closed a link is not accepted', async () => {
  const token = await invite();
  const invited = await backend.signUp(ADDRESS);
  await backend.owner.query("update private.settings set sign_up = 'closed'");
  expect([await read(token), await accept(invited, token)]).toEqual([{ state: 'closed', email: null }, 'closed']);
  expect(await isStaff(invited)).toBe(false);
});

test('stored invitations do not contain the token', async () => {
  const token = await invite();
  const [{ stored } = { stored: '' }] = await backend.owner.query<{ stored: string }>(
    'select to_jsonb(i)::text as stored from private.invitations i',
  );
  expect(stored).toContain(ADDRESS);
  expect(stored).not.toContain(token);
});

test('a second invitation of an address invalidates the first link', async () => {
  const first = await invite();
  const second = await invite();
  expect([await read(first), await read(second)]).toMatchObject([{ state: 'unknown' }, { state: 'valid' }]);
});

test.each([
  ['', 'PT400'],
  ['kein Adresse', 'PT400'],
  [`${'a'.repeat(250)}@example.com`, 'PT400'],
])('%s is not invited', async (address, code) => {
  const { error } = await backend.as.staff.rpc('invite_colleague', { address, remark: '' });
  expect(error?.code).toBe(code);
});

test('a staff account cannot be invited', async () => {
  const { data } = await backend.as.staff.auth.getUser();
  const { error } = await backend.as.staff.rpc('invite_colleague', { address: data.user?.email, remark: '' });
  expect(error).toMatchObject({ code: 'PT409', message: 'This address is staff already.' });
});

test('a revoked invitation is not accepted and cannot be revoked again', async () => {
  const token = await invite();
  const [row] = await backend.owner.query<{ id: string }>('select id from private.invitations');
  const revoke = async () => (await backend.as.staff.rpc('revoke_invitation', { invitation: row?.id })).error;
  expect(await revoke()).toBeNull();
  expect(await read(token)).toMatchObject({ state: 'unknown' });
  expect((await revoke())?.code).toBe('PT404');
});

test('a start invites only while there is no staff, and its link replaces the one of the start before', async () => {
  const start = async (address: string | null) => {
    const rows = await backend.owner.query<{ token: string }>('select private.invite_first($1) as token', [address]);
    return rows[0]?.token ?? null;
  };
  expect(await start(null)).toBeNull();
  await backend.owner.query('delete from private.staff');
  const [first, second] = [await start(null), await start('chefin@example.com')];
  expect(await read(first ?? '')).toMatchObject({ state: 'unknown' });
  expect(await read(second ?? '')).toEqual({ state: 'valid', email: 'chefin@example.com' });
  await accept(await backend.signUp('chefin@example.com'), second ?? '');
  expect(await start('chefin@example.com')).toBeNull();
});
