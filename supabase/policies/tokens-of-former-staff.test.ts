import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';
import { release } from './calls.ts';

let backend: PolicyBackend;
let leaver: Account;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.restore();
  leaver = await backend.signUp('ada@example.com');
  await makeOperator();
});
afterAll(() => backend.close());

const makeOperator = () =>
  backend.owner.query(
    'insert into private.staff (user_id, is_operator) values ($1, true) on conflict (user_id) do update set is_operator = true',
    [leaver.id],
  );
const make = () =>
  leaver.client.rpc('create_deploy_token', { token: null, kind: 'shell', team: null, may: null, days: null });
const read = async (token: string) =>
  (await backend.as.visitor.rpc('read_registry', { token, known: null })).error?.message;

test.each([
  ['is removed from staff', () => backend.as.staff.rpc('remove_staff', { account: leaver.id })],
  ['is deleted', () => backend.owner.query('delete from auth.users where id = $1', [leaver.id])],
  [
    'is no operator any more',
    () => backend.owner.query('update private.staff set is_operator = false where user_id = $1', [leaver.id]),
  ],
])('the tokens of an account end when it %s, and those of others stay', async (_, end) => {
  const { data: token } = await make();
  const { data: other } = await backend.as.staff.rpc('create_deploy_token', {
    token: null,
    kind: 'shell',
    team: null,
    may: null,
    days: null,
  });
  expect(await read(token)).toBeUndefined();
  await end();
  expect(await read(token)).toBe('This token is revoked.');
  expect(await read(other)).toBeUndefined();
});

test('a shell’s token is valid for 366 days by itself, and reading the registry says until when', async () => {
  const { data: token } = await make();
  const { data } = await backend.as.visitor.rpc('read_registry', { token, known: null });
  const [stored] = await backend.owner.query<{ days: number; ends: string }>(
    `select extract(day from expires_at - created_at)::integer as days,
      to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ends from shipping.deploy_tokens`,
  );
  expect(stored?.days).toBe(366);
  expect(data.tokenEnds).toBe(stored?.ends);
});

test('a deleted account is a former member in the history and the list of tokens', async () => {
  const [made] = await backend.owner.query<{ token: string }>('select shipping.operator_token() as token');
  const by = { author: 'ada@example.com', reason: 'Probe' };
  const as = (token: string | null, name: string, args: object) =>
    (token === null ? leaver.client : backend.as.visitor).rpc(name, { token, ...args }).throwOnError();
  const token = made?.token ?? '';
  for (const version of ['1', '2']) {
    await as(token, 'publish_release', { release: release('mf-events', version) });
    const promotion = { remote: 'mf-events', version, ...by, origin: null, started_from: null };
    await as(token, 'promote_release', promotion);
  }
  await as(null, 'roll_back_remote', { remote: 'mf-events', author: 'Ada', reason: 'Probe' });
  await make();
  const overview = async () =>
    (await backend.as.staff.rpc('platform_overview', { skip: 0, take: 9 }).throwOnError()).data;
  const authors = async () => (await overview()).history.entries.map(({ author }: { author: string }) => author);
  const id = token.split('_')[1];
  expect(await authors()).toEqual([
    'ada@example.com, Ada',
    `operator (token ${id}), ada@example.com`,
    `operator (token ${id}), ada@example.com`,
  ]);
  await backend.owner.query('select shipping.forget_account($1)', [leaver.id]);
  await backend.owner.query('delete from auth.users where id = $1', [leaver.id]);
  expect(await authors()).toEqual([
    'former member',
    `operator (token ${id}), former member`,
    `operator (token ${id}), former member`,
  ]);
  expect((await overview()).tokens.map(({ created_by }: { created_by: string }) => created_by)).toContain(
    'former member',
  );
  expect(JSON.stringify(await overview())).not.toMatch(/ada@/i);
  for (const change of [
    "author = 'somebody'",
    "author = 'former member', reason = 'other'",
    "author = 'x, former member'",
  ]) {
    await expect(backend.owner.query(`update shipping.release_history set ${change}`)).rejects.toThrow(
      'stays as it is',
    );
  }
});
