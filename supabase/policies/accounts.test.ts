import { beforeEach, describe, expect, test } from 'vitest';
import { inAnHour, signedToken } from '../local-backend/fixtures/signed-token.ts';
import { type Account, givenBackend } from './testing/backend.ts';

const ADDRESS = 'eingeladen@example.com';
const backend = givenBackend();
const { as, owner } = backend;

const setSignUp = (rule: string) => owner.query('update private.settings set sign_up = $1', [rule]);
const isStaff = async ({ client }: Account) => (await client.rpc('is_staff')).data;
const makeStaff = ({ id }: Account) => owner.query('insert into private.staff (user_id) values ($1)', [id]);
const dismiss = ({ id }: Account) => owner.query('delete from private.staff where user_id = $1', [id]);
const remove = async ({ client }: Account, { id }: Account) =>
  (await client.rpc('remove_staff', { account: id })).error;
const invite = async (address: string | undefined = ADDRESS, { client } = backend.staff): Promise<string> =>
  (await client.rpc('invite_colleague', { address, remark: 'ab Mai' }).throwOnError()).data;
const inviteRefused = async (address: string) =>
  (await as.staff.rpc('invite_colleague', { address, remark: '' })).error;
const inviteBySql = async (address: string | null) =>
  (await owner.query<{ token: string }>('select private.invite($1) as token', [address]))[0]?.token ?? '';
const read = async (token: string) => (await as.visitor.rpc('read_invitation', { token })).data;
const accept = async ({ client }: Account, token: string) => (await client.rpc('accept_invitation', { token })).data;

/** Changes an account as the auth service does after its mail was sent and its link was followed. */
async function confirmByMail({ id }: Account) {
  await owner.query('update auth.users set email_confirmed_at = null, confirmation_sent_at = now() where id = $1', [
    id,
  ]);
  await owner.query('update auth.users set email_confirmed_at = now() where id = $1', [id]);
}

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
    expect(data.invitations).toMatchObject([invitation]);
    expect(Object.keys(data.invitations[0]).sort()).toEqual([
      'email',
      'expires_at',
      'id',
      'invited_by',
      'note',
      'role',
    ]);
    const page = await as.staff.rpc('read_accounts', { skip: 1, take: 1 });
    expect(page.data).toMatchObject({ total: 2, staff: [{ id: expect.any(String) }] });
  });

  test('who are removed lose their rights at once, also in open sessions', async () => {
    expect(await isStaff(colleague)).toBe(true);
    expect(await remove(backend.staff, colleague)).toBeNull();
    expect(await isStaff(colleague)).toBe(false);
    expect((await colleague.client.from('prompts').select('id')).data).toEqual([]);
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
    await makeStaff(colleague);
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
    for (const account of [before, await backend.signUp('Eingeladen@Example.com')]) {
      expect(await isStaff(account)).toBe(false);
      expect((await account.client.from('prompts').select('id')).data).toEqual([]);
    }
  });

  test('with an invited address before its owner gets nothing when the owner confirms it', async () => {
    await setSignUp('invited');
    const first = await backend.signUp(ADDRESS);
    await inviteBySql(ADDRESS);
    const second = await as.visitor.auth.signUp({ email: ADDRESS, password: 'von-anna-selbst' });
    expect(second.error).not.toBeNull();
    await confirmByMail(first);
    const { data } = await first.client.auth.signInWithPassword({ email: ADDRESS, password: 'geheim-genug' });
    expect(data.user?.id).toBe(first.id);
    expect(await isStaff(first)).toBe(false);
    expect((await first.client.from('prompts').select('id')).data).toEqual([]);
    expect(await owner.query('select user_id from private.staff')).toEqual([{ user_id: backend.staff.id }]);
  });

  test.each<[string, (account: Account) => Promise<unknown>]>([
    ['by mail', confirmByMail],
    ['at once', ({ id }) => owner.query('update auth.users set email_confirmed_at = now() where id = $1', [id])],
  ])('has no rights by an invited address that is confirmed %s', async (_, confirm) => {
    await setSignUp('invited');
    await inviteBySql(ADDRESS);
    const account = await backend.signUp('Eingeladen@Example.com');
    await confirm(account);
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
    await auth.signInWithPassword({ email: ADDRESS, password: 'geheim-genug' });
    await auth.updateUser({ data: { display_name: 'Anna' } });
    expect(await accept(early, token)).toBe('new_password');
    expect(await isStaff(early)).toBe(false);
    expect((await auth.updateUser({ password: 'neu-und-geheim' })).error).toBeNull();
    // A session proves the password that it began with.
    await auth.signInWithPassword({ email: ADDRESS, password: 'neu-und-geheim' });
    expect(await accept(early, token)).toBe('accepted');
    expect(await isStaff(early)).toBe(true);
  });

  test('is not accepted with a password that was set before it, after an earlier one', async () => {
    await invite();
    const invited = await backend.signUp(ADDRESS);
    expect(await accept(invited, await invite())).toBe('new_password');
  });

  const later = Math.floor(Date.now() / 1000) + 600;
  const password = { method: 'password', timestamp: later };
  test.each([
    ['a password', [password], 'accepted'],
    ['a password and a second factor', [{ method: 'totp', timestamp: later }, password], 'accepted'],
    ['a link in a mail', [{ method: 'otp', timestamp: later }], 'new_password'],
    ['an earlier password', [{ method: 'password', timestamp: 1 }], 'new_password'],
  ])('by a session whose token says that it began with %s: %s', async (_, amr, expected) => {
    const token = await invite();
    const { id } = await backend.signUp(ADDRESS);
    const claims = { role: 'authenticated', aud: 'authenticated', sub: id, exp: inAnHour(), amr };
    const request = new Request('http://backend.test/rest/v1/rpc/accept_invitation', {
      method: 'POST',
      body: JSON.stringify({ token }),
      headers: {
        authorization: `Bearer ${signedToken(backend.keys.jwtSecret, claims)}`,
        apikey: backend.keys.publishable,
        'content-type': 'application/json',
      },
    });
    expect(await (await backend.fetch(request)).json()).toBe(expected);
  });

  /** How an invitation ends, and what its link says then to visitors and to the invited account. */
  const ends: readonly (readonly [string, string, (invited: Account) => Promise<string>])[] = [
    [
      'ends with the rights of the account that made it, by whatever way they end',
      'unknown',
      async () => {
        const inviter = await backend.giveRole();
        const token = await invite(ADDRESS, inviter);
        await dismiss(inviter);
        return token;
      },
    ],
    [
      'expires',
      'expired',
      async () => {
        const token = await invite();
        await owner.query('update private.invitations set expires_at = now()');
        return token;
      },
    ],
    ['is unknown with another token', 'unknown', async () => 'f'.repeat(64)],
    [
      'is not accepted while sign-up is closed',
      'closed',
      async () => {
        const token = await invite();
        await setSignUp('closed');
        return token;
      },
    ],
    [
      'ends with a second one of the same address',
      'unknown',
      async () => {
        const first = await invite();
        expect(await read(await invite())).toMatchObject({ state: 'valid' });
        return first;
      },
    ],
    [
      'ends when it is revoked, once',
      'unknown',
      async () => {
        const token = await invite();
        const [row] = await owner.query<{ id: string }>('select id from private.invitations');
        const revoke = async () => (await as.staff.rpc('revoke_invitation', { invitation: row?.id })).error;
        expect([await revoke(), await revoke()]).toMatchObject([null, { code: 'PT404' }]);
        return token;
      },
    ],
  ];
  test.each(ends)('%s: %s', async (_, state, end) => {
    const invited = await backend.signUp(ADDRESS);
    const token = await end(invited);
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
      expect(await inviteRefused(address)).toMatchObject({ code: 'PT400' });
    },
  );

  test('is refused for staff, and while a hundred are open', async () => {
    const { data } = await as.staff.auth.getUser();
    const message = 'This address is staff already.';
    expect(await inviteRefused(data.user?.email ?? '')).toMatchObject({ code: 'PT409', message });
    await owner.query(
      "insert into private.invitations (email) select 'a' || n || '@example.com' from generate_series(1, 100) n",
    );
    const many = expect.stringContaining('100 open invitations');
    expect(await inviteRefused('neu@example.com')).toMatchObject({ code: 'PT409', message: many });
  });

  test('of a start is made only while there is no staff, and its link replaces the one of the start before', async () => {
    const start = async (address: string | null) =>
      (await owner.query<{ token: string | null }>('select private.invite_first($1) as token', [address]))[0]?.token;
    expect(await start(null)).toBeNull();
    await owner.query('delete from private.staff');
    const [first, second] = [await start(null), await start(ADDRESS)];
    expect(await read(first ?? '')).toMatchObject({ state: 'unknown' });
    expect(await read(second ?? '')).toEqual({ state: 'valid', email: ADDRESS });
    await accept(await backend.signUp(ADDRESS), second ?? '');
    expect(await start(ADDRESS)).toBeNull();
  });
});
