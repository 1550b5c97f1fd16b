import { beforeEach, describe, expect, test } from 'vitest';
import { inAnHour, signedToken } from '../local-backend/fixtures/signed-token.ts';
import { type Account, givenBackend } from './testing/backend.ts';

const ADDRESS = 'eingeladen@example.com';
const backend = givenBackend();
const { as, owner } = backend;

const setSignUp = (rule: string) => owner.query('update private.settings set sign_up = $1', [rule]);
const isStaff = async ({ client }: Account) => (await client.rpc('is_staff')).data;
const seesPrompts = async ({ client }: Account) =>
  (await client.from('prompts').select('id').throwOnError()).data.length > 0;
const dismiss = ({ id }: Account) => owner.query('delete from private.staff where user_id = $1', [id]);
const remove = async ({ client }: Account, { id }: Account) =>
  (await client.rpc('remove_staff', { account: id })).error;
const inviting = (address: string, { client } = backend.staff) =>
  client.rpc('invite_colleague', { address, remark: 'ab Mai' });
const invite = async (address = ADDRESS, account = backend.staff): Promise<string> =>
  (await inviting(address, account).throwOnError()).data;
const inviteBySql = async (address: string | null, name = 'invite') =>
  (await owner.query<{ token: string | null }>(`select private.${name}($1) as token`, [address]))[0]?.token ?? '';
const read = async (token: string) => (await as.visitor.rpc('read_invitation', { token })).data;
const accept = async ({ client }: Account, token: string) => (await client.rpc('accept_invitation', { token })).data;
const signIn = ({ client }: Account, password = 'geheim-genug') =>
  client.auth.signInWithPassword({ email: ADDRESS, password });

describe('staff', () => {
  let colleague: Account;
  beforeEach(async () => {
    colleague = await backend.signUp('kollegin@example.com');
  });

  test('see who is staff, in pages, and which invitations are open', async () => {
    await invite('neu@example.com', colleague);
    const { data } = await as.staff.rpc('read_accounts', { skip: 0, take: 100 });
    expect(data).toMatchObject({ sign_up: 'open', total: 2, may_name_operators: true });
    expect(data.staff.map(({ id }: Account) => id).sort()).toEqual([backend.staff.id, colleague.id].sort());
    const columns = ['email', 'id', 'is_operator', 'last_sign_in_at', 'role', 'since'];
    expect(Object.keys(data.staff[0]).sort()).toEqual(columns);
    const invitation = { email: 'neu@example.com', note: 'ab Mai', invited_by: 'kollegin@example.com' };
    const others = { id: expect.any(String), expires_at: expect.any(String), role: 'publisher' };
    expect(data.invitations).toEqual([{ ...invitation, ...others }]);
    const page = await as.staff.rpc('read_accounts', { skip: 1, take: 1 });
    expect(page.data).toMatchObject({ total: 2, staff: [{ id: expect.any(String) }] });
  });

  test('who are removed lose their rights at once, also in open sessions', async () => {
    expect(await isStaff(colleague)).toBe(true);
    expect(await remove(backend.staff, colleague)).toBeNull();
    expect(await isStaff(colleague)).toBe(false);
    expect(await seesPrompts(colleague)).toBe(false);
    expect(await remove(colleague, backend.staff)).toMatchObject({ code: '42501' });
    expect(await remove(backend.staff, colleague)).toMatchObject({ code: 'PT404' });
  });

  test('may remove their own rights, except the last account', async () => {
    expect(await remove(colleague, colleague)).toBeNull();
    const message = 'The last one who is staff cannot be removed.';
    expect(await remove(backend.staff, backend.staff)).toMatchObject({ code: 'PT409', message });
    expect(await isStaff(backend.staff)).toBe(true);
  });

  test('who are removed leave no open invitation by the account or for it', async () => {
    await dismiss(colleague);
    await invite('kollegin@example.com');
    await owner.query('insert into private.staff (user_id) values ($1)', [colleague.id]);
    await invite('zweitadresse@example.com', colleague);
    await invite('neu@example.com');
    await remove(backend.staff, colleague);
    expect(await owner.query('select email from private.invitations')).toEqual([{ email: 'neu@example.com' }]);
  });
});

describe('an account that signs up', () => {
  test('in a new database an account without an invitation does not become staff', async () => {
    await owner.query('update private.settings set sign_up = default');
    expect(await isStaff(await backend.signUp())).toBe(false);
  });

  test.each([
    ['open', true],
    ['invited', true],
    ['closed', false],
  ])('is admitted or not, as everybody may read: %s', async (rule, isOpen) => {
    await setSignUp(rule);
    for (const role of ['visitor', 'outsider', 'staff'] as const)
      expect((await as[role].rpc('sign_up_is_open')).data).toBe(isOpen);
    const { error } = await as.visitor.auth.signUp({ email: 'neu@example.com', password: 'geheim-genug' });
    expect(error === null).toBe(isOpen);
    const users = await owner.query<{ is_staff: boolean }>(
      "select id in (select user_id from private.staff) as is_staff from auth.users where email = 'neu@example.com'",
    );
    expect(users).toEqual(isOpen ? [{ is_staff: rule === 'open' }] : []);
    await as.visitor.auth.signOut();
    expect([await isStaff(backend.staff), (await as.visitor.rpc('is_staff')).data]).toEqual([true, false]);
  });

  test('with an unconfirmed address has no rights, before and after the invitation', async () => {
    await setSignUp('invited');
    const before = await backend.signUp('zuerst@example.com');
    for (const address of ['zuerst@example.com', ADDRESS]) await inviteBySql(address);
    for (const account of [before, await backend.signUp('Eingeladen@Example.com')])
      expect([await isStaff(account), await seesPrompts(account)]).toEqual([false, false]);
  });

  test.each([
    ['by mail', ['email_confirmed_at = null, confirmation_sent_at = now()', 'email_confirmed_at = now()']],
    ['at once', ['email_confirmed_at = now()']],
  ])('has no rights by an invited address that is confirmed %s', async (_, changes) => {
    await setSignUp('invited');
    await inviteBySql(ADDRESS);
    const account = await backend.signUp('Eingeladen@Example.com');
    for (const columns of changes) await owner.query(`update auth.users set ${columns} where id = $1`, [account.id]);
    expect(await isStaff(account)).toBe(false);
  });

  test('has no rights by its metadata', async () => {
    await backend.outsider.client.auth.updateUser({ data: { role: 'staff', is_staff: true } });
    expect(await isStaff(backend.outsider)).toBe(false);
  });
});

describe('an invitation', () => {
  beforeEach(() => setSignUp('invited'));

  test('shows the invited address, and the account with this address becomes staff by it', async () => {
    const token = await invite('Eingeladen@Example.com ');
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(await read(token)).toEqual({ state: 'valid', email: ADDRESS });
    const invited = await backend.signUp(ADDRESS);
    expect(await isStaff(invited)).toBe(false);
    expect(await accept(invited, token)).toBe('accepted');
    expect(await isStaff(invited)).toBe(true);
  });

  test('is accepted with a new password only by an account from before it', async () => {
    const early = await backend.signUp(ADDRESS);
    const { auth } = early.client;
    const token = await invite();
    expect(await accept(early, token)).toBe('new_password');
    await signIn(early);
    await auth.updateUser({ data: { display_name: 'Anna' } });
    expect(await accept(early, token)).toBe('new_password');
    expect(await isStaff(early)).toBe(false);
    expect((await auth.updateUser({ password: 'neu-und-geheim' })).error).toBeNull();
    // A session proves the password that it began with.
    await signIn(early, 'neu-und-geheim');
    expect(await accept(early, token)).toBe('accepted');
    expect(await isStaff(early)).toBe(true);
  });

  test('is not accepted with a password that was set before it, after an earlier one', async () => {
    await invite();
    const invited = await backend.signUp(ADDRESS);
    expect(await accept(invited, await invite())).toBe('new_password');
  });

  const by = (method: string, timestamp = Math.floor(Date.now() / 1000) + 600) => ({ method, timestamp });
  test.each([
    ['a password', [by('password')], 'accepted'],
    ['a password and a second factor', [by('totp'), by('password')], 'accepted'],
    ['a link in a mail', [by('otp')], 'new_password'],
    ['an earlier password', [by('password', 1)], 'new_password'],
  ])('by a session whose token says that it began with %s: %s', async (_, amr, expected) => {
    const token = await invite();
    const { id } = await backend.signUp(ADDRESS);
    const claims = { role: 'authenticated', aud: 'authenticated', sub: id, exp: inAnHour(), amr };
    expect(
      (await backend.post('rpc/accept_invitation', { token }, signedToken(backend.keys.jwtSecret, claims))).body,
    ).toBe(expected);
  });

  let inviter: Account;
  /** How an invitation ends, what its link says then to visitors and to the invited account, and what ends it. */
  const ends: readonly (readonly [string, string, (token: string) => unknown])[] = [
    ['expires', 'expired', () => owner.query('update private.invitations set expires_at = now()')],
    ['is unknown with another token', 'unknown', () => 'f'.repeat(64)],
    ['is not accepted while sign-up is closed', 'closed', () => setSignUp('closed')],
    [
      'ends with a second one of the same address',
      'unknown',
      async () => expect(await read(await invite())).toMatchObject({ state: 'valid' }),
    ],
    [
      'ends when it is revoked, once',
      'unknown',
      async () => {
        const [row] = await owner.query<{ id: string }>('select id from private.invitations');
        const revoke = async () => (await as.staff.rpc('revoke_invitation', { invitation: row?.id })).error;
        expect([await revoke(), await revoke()]).toMatchObject([null, { code: 'PT404' }]);
      },
    ],
    ['ends with the rights of the account that made it, by whatever way they end', 'unknown', () => dismiss(inviter)],
    [
      'ends with the account that made it',
      'unknown',
      () => owner.query('delete from auth.users where id = $1', [inviter.id]),
    ],
    [
      'ends when the account that made it publishes no more, by whatever way',
      'unknown',
      () => owner.query("update private.staff set role = 'editor' where user_id = $1", [inviter.id]),
    ],
  ];
  test.each(ends)('%s: %s', async (_, state, end) => {
    inviter = await backend.giveRole();
    const invited = await backend.signUp(ADDRESS);
    const made = await invite(ADDRESS, inviter);
    const other = await end(made);
    const token = typeof other === 'string' ? other : made;
    expect([await read(token), await accept(invited, token)]).toEqual([{ state, email: null }, state]);
    expect(await isStaff(invited)).toBe(false);
  });

  test('works once; its account may follow it again, except after losing the rights', async () => {
    const token = await invite();
    const invited = await backend.signUp(ADDRESS);
    await accept(invited, token);
    expect(await read(token)).toEqual({ state: 'used', email: null });
    expect(await accept(backend.outsider, token)).toBe('used');
    expect(await isStaff(backend.outsider)).toBe(false);
    expect(await accept(invited, token)).toBe('accepted');
    await remove(backend.staff, invited);
    expect(await accept(invited, token)).toBe('used');
    expect(await isStaff(invited)).toBe(false);
  });

  test('gives an account with another address no rights, and is not used up', async () => {
    const token = await invite();
    expect(await accept(backend.outsider, token)).toBe('other_address');
    expect(await isStaff(backend.outsider)).toBe(false);
    expect(await read(token)).toEqual({ state: 'valid', email: ADDRESS });
  });

  test('by the operator without an address works for any account with the link', async () => {
    const token = await inviteBySql(null);
    expect(await read(token)).toEqual({ state: 'valid', email: null });
    const account = await backend.signUp();
    expect(await accept(account, token)).toBe('accepted');
    expect(await isStaff(account)).toBe(true);
  });

  test('lasts seven days, and is stored without its token', async () => {
    const token = await invite();
    const [stored] = await owner.query(
      `select to_jsonb(i)::text as text, expires_at - now() between interval '6 days 23 hours' and interval '7 days' as is_week
       from private.invitations i`,
    );
    expect(stored).toEqual({ is_week: true, text: expect.stringContaining(ADDRESS) });
    expect(stored?.text).not.toContain(token);
  });

  test.each(['', 'kein Adresse', `${'a'.repeat(250)}@example.com`])(
    'is refused for the address “%s”',
    async (address) => {
      expect((await inviting(address)).error?.code).toBe('PT400');
    },
  );

  test('is refused for staff, and while a hundred are open', async () => {
    const { data } = await as.staff.auth.getUser();
    const message = 'This address is staff already.';
    expect((await inviting(data.user?.email ?? '')).error).toMatchObject({ code: 'PT409', message });
    await owner.query(
      "insert into private.invitations (email) select 'a' || n || '@example.com' from generate_series(1, 100) n",
    );
    const many = expect.stringContaining('100 open invitations');
    expect((await inviting('neu@example.com')).error).toMatchObject({ code: 'PT409', message: many });
  });

  test('of a start is made only while there is no staff, and its link replaces the one of the start before', async () => {
    const start = (address: string | null) => inviteBySql(address, 'invite_first');
    expect(await start(null)).toBe('');
    await owner.query('delete from private.staff');
    const [first, second] = [await start(null), await start(ADDRESS)];
    expect(await read(first)).toMatchObject({ state: 'unknown' });
    expect(await read(second)).toEqual({ state: 'valid', email: ADDRESS });
    await accept(await backend.signUp(ADDRESS), second);
    expect(await start(ADDRESS)).toBe('');
  });
});
