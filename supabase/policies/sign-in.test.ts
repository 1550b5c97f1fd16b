import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { givenRegistry } from './testing/registry.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { ship } = givenRegistry(backend);

const age = (minutes: number) =>
  owner.query(`update auth.sessions set created_at = now() - interval '${minutes} minutes'`);

describe('a sign-in of the last 15 minutes', () => {
  type Act = (by: Account, target: Account) => PromiseLike<{ error: unknown }> | Promise<{ error: unknown }>;
  const address = 'ziel@example.com';
  const acts: Record<string, Act> = {
    remove_staff: ({ client }, { id }) => client.rpc('remove_staff', { account: id }),
    delete_account: ({ client }, { id }) => client.rpc('delete_account', { account: id }),
    // The interface asks beforehand.
    expect_fresh_sign_in: ({ client }) => client.rpc('expect_fresh_sign_in'),
    'delete_account of oneself': (_, { client, id }) => client.rpc('delete_account', { account: id }),
    name_operator: ({ client }) => client.rpc('name_operator', { token: null, address }),
    add_team: ({ client }) => client.rpc('add_team', { token: null, team: 'more', owns: [], members: [] }),
    create_deploy_token: ({ client }) =>
      client.rpc('create_deploy_token', { token: null, kind: 'shell', team: null, may: null, days: 1 }),
    move_remote: async ({ client }) => {
      const { data } = await client.rpc('platform_overview', { skip: 0, take: 1 }).throwOnError();
      const { newest_move } = data.remotes[0];
      return client.rpc('move_remote', { remote: 'mf-events', action: 'rollback', reason: 'Probe', newest_move });
    },
  };

  test.each(Object.entries(acts))('is needed for %s', async (name, act) => {
    if (name === 'move_remote') await ship('1', '2');
    const target = await backend.signUp(address);
    await age(16);
    await as.staff.auth.refreshSession();
    expect((await act(backend.staff, target)).error).toMatchObject({
      code: 'PT401',
      hint: 'reauthenticate',
      message: expect.stringContaining('Sign in again'),
    });
    expect(await owner.query('select from private.staff where user_id = $1', [target.id])).toHaveLength(1);
    await age(14);
    expect((await act(backend.staff, target)).error).toBeNull();
  });
});

/** What the rules read of GoTrue's table. The embedded auth service has no second factors. */
const FACTORS = `
  create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
  create type auth.factor_status as enum ('unverified', 'verified');
  create table auth.mfa_factors (
    id uuid primary key,
    user_id uuid not null references auth.users (id) on delete cascade,
    factor_type auth.factor_type not null,
    status auth.factor_status not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  );
  select private.guard_factors();`;
const NO_FACTORS = 'drop table auth.mfa_factors; drop type auth.factor_type; drop type auth.factor_status;';

const verify = (account: string) =>
  owner.query("update auth.mfa_factors set status = 'verified' where user_id = $1", [account]);
const enroll = (account: string) =>
  owner.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'unverified', now(), now())`,
    [account],
  );

/** A token of the same session with another level, signed with the key of the auth service. */
async function tokenOf({ client }: Account, aal?: 'aal1' | 'aal2'): Promise<string> {
  const { data } = await client.auth.getSession();
  const [header, payload = ''] = (data.session?.access_token ?? '').split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...(aal && { aal }) };
  const content = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${content}.${createHmac('sha256', backend.keys.jwtSecret).update(content).digest('base64url')}`;
}

describe('where the auth service has second factors, a staff account', () => {
  beforeEach(() => owner.execute(FACTORS));
  afterEach(() => owner.execute(NO_FACTORS));

  const rights = async (aal?: 'aal1' | 'aal2') => {
    const token = await tokenOf(backend.staff, aal);
    const call = (path: string, args: object = {}) => backend.post(path, args, token);
    const answers = [
      await call('categories', { name: 'Probe', slug: crypto.randomUUID() }),
      await call('rpc/read_registry', { token: null, known: null }),
      await call('rpc/remove_staff', { account: crypto.randomUUID() }),
      await call('rpc/expect_fresh_sign_in'),
      await call('rpc/export_account', { account: backend.staff.id }),
    ];
    const roles = [(await call('rpc/is_staff')).body, (await call('rpc/is_operator')).body];
    return [...roles, ...answers.map(({ status }) => status)];
  };
  const ALL = [true, true, 201, 200, 404, 204, 200];
  const NONE = [false, false, 403, 403, 403, 403, 403];

  test('with a verified factor has none in a session that did not show it, and all in one that did', async () => {
    expect(await rights('aal1')).toEqual(ALL);
    await enroll(backend.staff.id);
    await enroll(backend.outsider.id);
    await verify(backend.outsider.id);
    expect(await rights('aal1'), 'one that was never verified, and that of another account').toEqual(ALL);
    await verify(backend.staff.id);
    expect([await rights(), await rights('aal1')]).toEqual([NONE, NONE]);
    expect(await rights('aal2')).toEqual(ALL);
  });

  test('turns a factor on only soon after a sign-in, and may be deleted with it at any time', async () => {
    const account = await backend.signUp();
    await enroll(account.id);
    await age(16);
    await expect(verify(account.id)).rejects.toMatchObject({ code: 'PT401' });
    await age(14);
    await verify(account.id);
    await age(16);
    await owner.query('delete from auth.users where id = $1', [account.id]);
    expect(await owner.query('select from auth.mfa_factors')).toEqual([]);
  });
});

describe('a password must be none of the most used', () => {
  const wanted = async (address: string | null, account: string | null = null) => {
    const [row] = await owner.query('select private.wants_strong_password($1, $2) as wanted', [address, account]);
    return row?.wanted;
  };
  const invite = (address: string | null) => owner.query('select private.invite($1)', [address]);

  test('for staff, and not for an account without rights or a stranger', async () => {
    const accounts = [await wanted(null, backend.staff.id), await wanted(null, backend.outsider.id)];
    expect([...accounts, await wanted('fremd@example.com')]).toEqual([true, false, false]);
  });

  test('for the address of an open invitation, however it is written, and for its account', async () => {
    await invite('neu@example.com');
    expect(await wanted(' Neu@Example.com ')).toBe(true);
    expect(await wanted('fremd@example.com')).toBe(false);
    const account = await backend.signUp('neu@example.com');
    await owner.query('delete from private.staff where user_id = $1', [account.id]);
    expect(await wanted(null, account.id)).toBe(true);
    await owner.query('update private.invitations set expires_at = now()');
    expect(await wanted('neu@example.com', account.id)).toBe(false);
  });

  test('for everybody while an invitation is open that anybody may accept', async () => {
    await invite(null);
    expect(await wanted('fremd@example.com')).toBe(true);
    await owner.query('update private.invitations set accepted_at = now()');
    expect(await wanted('fremd@example.com')).toBe(false);
  });

  test('by the API: an invited person signs up with another only', async () => {
    await invite('neu@example.com');
    const signUp = (email: string, password: string) =>
      as.visitor.auth.signUp({ email, password }).then(({ error }) => error?.code);
    expect(await signUp('neu@example.com', '123456789')).toBe('weak_password');
    expect(await signUp('fremd@example.com', '123456789')).toBeUndefined();
    await as.visitor.auth.signOut();
  });
});
