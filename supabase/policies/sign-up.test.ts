import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const setSignUp = (rule: string) => backend.owner.query('update private.settings set sign_up = $1', [rule]);

test('open: a new account is staff', async () => {
  const { client } = await backend.signUp();
  expect((await client.rpc('is_staff')).data).toBe(true);
});

test('invited: an invited address becomes staff, however it is written', async () => {
  await setSignUp('invited');
  await backend.owner.query("insert into private.invitations (email) values ('eingeladen@example.com')");
  const { client } = await backend.signUp('Eingeladen@Example.com');
  expect((await client.rpc('is_staff')).data).toBe(true);
});

test('invited: others get an account without rights', async () => {
  await setSignUp('invited');
  const { client } = await backend.signUp();
  expect((await client.rpc('is_staff')).data).toBe(false);
  expect((await client.from('prompts').select('id')).data).toEqual([]);
});

test('invited: an account that was there before its invitation becomes staff with it', async () => {
  await setSignUp('invited');
  const { client } = await backend.signUp('Zuerst@Example.com');
  const other = await backend.signUp();
  expect((await client.rpc('is_staff')).data).toBe(false);
  await backend.owner.query("insert into private.invitations (email) values ('zuerst@example.com')");
  expect((await client.rpc('is_staff')).data).toBe(true);
  expect((await other.client.rpc('is_staff')).data).toBe(false);
});

test('closed: an invitation admits nobody', async () => {
  const { client } = backend.outsider;
  const { data } = await client.auth.getUser();
  await setSignUp('closed');
  await backend.owner.query('insert into private.invitations (email) values ($1)', [data.user?.email]);
  expect((await client.rpc('is_staff')).data).toBe(false);
});

test('closed: nobody gets an account, whoever is staff stays it', async () => {
  await setSignUp('closed');
  const { error } = await backend.as.visitor.auth.signUp({ email: 'neu@example.com', password: 'geheim-genug' });
  expect(error).not.toBeNull();
  expect(await backend.owner.query("select from auth.users where email = 'neu@example.com'")).toEqual([]);
  expect((await backend.as.staff.rpc('is_staff')).data).toBe(true);
});

test('a visitor is not staff', async () => {
  expect((await backend.as.visitor.rpc('is_staff')).data).toBe(false);
});

test('nobody makes themselves staff by what they say about themselves', async () => {
  const { outsider } = backend;
  await outsider.client.auth.updateUser({ data: { role: 'staff', is_staff: true } });
  expect((await outsider.client.rpc('is_staff')).data).toBe(false);
});
