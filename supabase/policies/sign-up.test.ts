import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const setSignUp = (rule: string) => backend.owner.query('update private.settings set sign_up = $1', [rule]);

/** Changes an account as the auth service does after its mail was sent and its link was followed. */
async function confirmByMail(account: string) {
  await backend.owner.query(
    'update auth.users set email_confirmed_at = null, confirmation_sent_at = now() where id = $1',
    [account],
  );
  await backend.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [account]);
}

test('in a new database an account without an invitation does not become staff', async () => {
  await backend.owner.query('update private.settings set sign_up = default');
  const { client } = await backend.signUp();
  expect((await client.rpc('is_staff')).data).toBe(false);
});

test('open: a new account is staff', async () => {
  const { client } = await backend.signUp();
  expect((await client.rpc('is_staff')).data).toBe(true);
});

test('invited: an unconfirmed address gives no rights, before and after the invitation', async () => {
  await setSignUp('invited');
  const before = await backend.signUp('zuerst@example.com');
  for (const address of ['zuerst@example.com', 'eingeladen@example.com'])
    await backend.owner.query('select private.invite($1)', [address]);
  const after = await backend.signUp('Eingeladen@Example.com');
  for (const { client } of [before, after]) {
    expect((await client.rpc('is_staff')).data).toBe(false);
    expect((await client.from('prompts').select('id')).data).toEqual([]);
  }
});

test('invited: an invited address that is confirmed by mail is staff, and the invitation is used up', async () => {
  await setSignUp('invited');
  await backend.owner.query("select private.invite('eingeladen@example.com')");
  const { client, id } = await backend.signUp('Eingeladen@Example.com');
  await confirmByMail(id);
  expect((await client.rpc('is_staff')).data).toBe(true);
  await backend.owner.query('delete from private.staff where user_id = $1', [id]);
  await confirmByMail(id);
  expect((await client.rpc('is_staff')).data).toBe(false);
});

test('invited: an account that the auth service confirms without a mail gets no rights', async () => {
  await setSignUp('invited');
  await backend.owner.query("select private.invite('eingeladen@example.com')");
  const { client, id } = await backend.signUp('eingeladen@example.com');
  await backend.owner.query('update auth.users set email_confirmed_at = null where id = $1', [id]);
  await backend.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [id]);
  expect((await client.rpc('is_staff')).data).toBe(false);
});

test('invited: another confirmed address and an expired invitation give no rights', async () => {
  await setSignUp('invited');
  await backend.owner.query("select private.invite('eingeladen@example.com')");
  const other = await backend.signUp('andere@example.com');
  await confirmByMail(other.id);
  await backend.owner.query('update private.invitations set expires_at = now()');
  const late = await backend.signUp('eingeladen@example.com');
  await confirmByMail(late.id);
  for (const { client } of [other, late]) expect((await client.rpc('is_staff')).data).toBe(false);
});

test('closed: a confirmed address gives no rights', async () => {
  const { client, id } = await backend.signUp('eingeladen@example.com');
  await backend.owner.query('delete from private.staff where user_id = $1', [id]);
  await backend.owner.query("select private.invite('eingeladen@example.com')");
  await setSignUp('closed');
  await confirmByMail(id);
  expect((await client.rpc('is_staff')).data).toBe(false);
});

test('closed: accounts are refused, and staff keep their rights', async () => {
  await setSignUp('closed');
  const { error } = await backend.as.visitor.auth.signUp({ email: 'neu@example.com', password: 'geheim-genug' });
  expect(error).not.toBeNull();
  expect(await backend.owner.query("select from auth.users where email = 'neu@example.com'")).toEqual([]);
  expect((await backend.as.staff.rpc('is_staff')).data).toBe(true);
});

test('a visitor is not staff', async () => {
  expect((await backend.as.visitor.rpc('is_staff')).data).toBe(false);
});

test('user metadata gives no rights', async () => {
  const { outsider } = backend;
  await outsider.client.auth.updateUser({ data: { role: 'staff', is_staff: true } });
  expect((await outsider.client.rpc('is_staff')).data).toBe(false);
});
