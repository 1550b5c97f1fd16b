import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';

let backend: PolicyBackend;
let colleague: Account;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.restore();
  colleague = await backend.signUp('kollegin@example.com');
});
afterAll(() => backend.close());

const remove = async ({ client }: Account, account: string) => (await client.rpc('remove_staff', { account })).error;
const isStaff = async ({ client }: Account) => (await client.rpc('is_staff')).data;

test('staff see who is staff and which invitations are open', async () => {
  await colleague.client.rpc('invite_colleague', { address: 'neu@example.com', remark: 'ab Mai' });
  const { data } = await backend.as.staff.rpc('read_accounts', { skip: 0, take: 100 });
  expect(data).toMatchObject({ sign_up: 'open', total: 2, may_name_operators: true });
  expect(data.staff.map(({ id }: { id: string }) => id).sort()).toEqual([backend.staff.id, colleague.id].sort());
  expect(Object.keys(data.staff[0]).sort()).toEqual(['email', 'id', 'is_operator', 'last_sign_in_at', 'role', 'since']);
  expect(data.invitations).toMatchObject([
    { email: 'neu@example.com', note: 'ab Mai', invited_by: 'kollegin@example.com' },
  ]);
  expect(Object.keys(data.invitations[0]).sort()).toEqual(['email', 'expires_at', 'id', 'invited_by', 'note', 'role']);
});

test('accounts are listed in pages', async () => {
  const { data } = await backend.as.staff.rpc('read_accounts', { skip: 1, take: 1 });
  expect(data).toMatchObject({ total: 2, staff: [{ id: expect.any(String) }] });
});

describe.each(['visitor', 'outsider'] as const)('%s', (role) => {
  test.each([
    ['read_accounts', { skip: 0, take: 100 }],
    ['invite_colleague', { address: 'neu@example.com', remark: '' }],
    ['revoke_invitation', { invitation: crypto.randomUUID() }],
    ['remove_staff', { account: crypto.randomUUID() }],
  ])('may not call %s', async (name, values) => {
    expect((await backend.as[role].rpc(name, values)).error?.code).toBe('42501');
  });
});

test('a visitor cannot accept an invitation', async () => {
  const { error } = await backend.as.visitor.rpc('accept_invitation', { token: 'f'.repeat(64) });
  expect(error?.code).toBe('42501');
});

test('removed rights end at once, also for open sessions', async () => {
  expect(await isStaff(colleague)).toBe(true);
  expect(await remove(backend.staff, colleague.id)).toBeNull();
  expect(await isStaff(colleague)).toBe(false);
  expect((await colleague.client.from('prompts').select('id')).data).toEqual([]);
  expect((await remove(colleague, backend.staff.id))?.code).toBe('42501');
  expect((await remove(backend.staff, colleague.id))?.code).toBe('PT404');
});

test('staff may remove their own rights, except the last account', async () => {
  expect(await remove(colleague, colleague.id)).toBeNull();
  expect(await remove(backend.staff, backend.staff.id)).toMatchObject({
    code: 'PT409',
    message: 'The last one who is staff cannot be removed.',
  });
  expect(await isStaff(backend.staff)).toBe(true);
});

test('removing rights revokes the open invitations by the account and for it', async () => {
  const invite = (account: Account, address: string) =>
    account.client.rpc('invite_colleague', { address, remark: '' }).throwOnError();
  await backend.owner.query('delete from private.staff where user_id = $1', [colleague.id]);
  await invite(backend.staff, 'kollegin@example.com');
  await backend.owner.query('insert into private.staff (user_id) values ($1)', [colleague.id]);
  await invite(colleague, 'zweitadresse@example.com');
  await invite(backend.staff, 'neu@example.com');
  await remove(backend.staff, colleague.id);
  expect(await backend.owner.query('select email from private.invitations')).toEqual([{ email: 'neu@example.com' }]);
});

test('at most a hundred invitations are open', async () => {
  await backend.owner.query(
    "insert into private.invitations (email) select 'a' || n || '@example.com' from generate_series(1, 100) n",
  );
  const { error } = await backend.as.staff.rpc('invite_colleague', { address: 'neu@example.com', remark: '' });
  expect(error).toMatchObject({ code: 'PT409', message: expect.stringContaining('100 open invitations') });
});
