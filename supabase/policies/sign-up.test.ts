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

test('invited: who registered an invited address first gets nothing when its owner confirms it', async () => {
  await setSignUp('invited');
  const first = await backend.signUp('anna@example.com');
  await backend.owner.query("select private.invite('anna@example.com')");
  const second = await backend.as.visitor.auth.signUp({ email: 'anna@example.com', password: 'von-anna-selbst' });
  expect(second.error).not.toBeNull();
  await confirmByMail(first.id);
  expect(await backend.owner.query('select user_id from private.staff')).toEqual([{ user_id: backend.staff.id }]);
  const { data } = await first.client.auth.signInWithPassword({ email: 'anna@example.com', password: 'geheim-genug' });
  expect(data.user?.id).toBe(first.id);
  expect((await first.client.rpc('is_staff')).data).toBe(false);
  expect((await first.client.from('prompts').select('id')).data).toEqual([]);
});

test.each([true, false])('invited: an address that is confirmed gives no rights, by mail: %s', async (isByMail) => {
  await setSignUp('invited');
  await backend.owner.query("select private.invite('eingeladen@example.com')");
  const { client, id } = await backend.signUp('Eingeladen@Example.com');
  if (isByMail) await confirmByMail(id);
  else await backend.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [id]);
  expect((await client.rpc('is_staff')).data).toBe(false);
});

test('closed: accounts are refused, and staff keep their rights', async () => {
  await setSignUp('closed');
  const { error } = await backend.as.visitor.auth.signUp({ email: 'neu@example.com', password: 'geheim-genug' });
  expect(error).not.toBeNull();
  expect(await backend.owner.query("select from auth.users where email = 'neu@example.com'")).toEqual([]);
  expect((await backend.as.staff.rpc('is_staff')).data).toBe(true);
});

test.each([
  ['open', true],
  ['invited', true],
  ['closed', false],
])('%s: everybody may read whether accounts are taken', async (rule, isOpen) => {
  await setSignUp(rule);
  for (const client of Object.values(backend.as)) expect((await client.rpc('sign_up_is_open')).data).toBe(isOpen);
});

test('a visitor is not staff', async () => {
  expect((await backend.as.visitor.rpc('is_staff')).data).toBe(false);
});

test('user metadata gives no rights', async () => {
  const { outsider } = backend;
  await outsider.client.auth.updateUser({ data: { role: 'staff', is_staff: true } });
  expect((await outsider.client.rpc('is_staff')).data).toBe(false);
});
