import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';
import { somebodyWaits } from './somebody-waits.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const TIMES = Array.from({ length: 10 }, (_, index) => index);
const staffIds = async () =>
  (await backend.owner.query<{ user_id: string }>('select user_id from private.staff')).map(({ user_id }) => user_id);
const remove = ({ client }: Account, { id }: Account) => client.rpc('remove_staff', { account: id });

test('one of two accounts that remove each other stays', async () => {
  const other = await backend.signUp();
  for (const _ of TIMES) {
    await backend.owner.query('insert into private.staff (user_id) values ($1), ($2) on conflict do nothing', [
      backend.staff.id,
      other.id,
    ]);
    const answers = await Promise.all([remove(backend.staff, other), remove(other, backend.staff)]);
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
    expect(await staffIds()).toHaveLength(1);
  }
});

test('an account that was removed meanwhile cannot remove others', async () => {
  const [second, third] = [await backend.signUp(), await backend.signUp()];
  for (const _ of TIMES) {
    await backend.owner.query('insert into private.staff select id from auth.users on conflict do nothing');
    await Promise.all([remove(second, third), remove(third, second)]);
    const left = await staffIds();
    expect([second.id, third.id].filter((id) => left.includes(id))).toHaveLength(1);
  }
});

test('one of several concurrent accounts accepts a link', async () => {
  await backend.owner.query("update private.settings set sign_up = 'invited'");
  const [row] = await backend.owner.query<{ token: string }>('select private.invite() as token');
  const accounts = await Promise.all(TIMES.map(() => backend.signUp()));
  const answers = await Promise.all(
    accounts.map(({ client }) => client.rpc('accept_invitation', { token: row?.token })),
  );
  expect(answers.map(({ data }) => data).sort()).toEqual(['accepted', ...Array(9).fill('used')]);
  expect(await staffIds()).toHaveLength(2);
});

/** Accepts during a removal of staff, which locks staff and then revokes invitations. */
async function whileStaffIsRemoved<Result>(accept: () => PromiseLike<Result>): Promise<Result> {
  const { answer } = await backend.owner.transaction(async (removing) => {
    await removing.execute('lock table private.staff in share row exclusive mode');
    const answer = Promise.resolve(accept());
    await somebodyWaits(removing);
    await removing.execute('delete from private.invitations where accepted_at is null');
    return { answer };
  });
  return answer;
}

test('a link that is revoked while it is accepted is unknown', async () => {
  await backend.owner.query("update private.settings set sign_up = 'invited'");
  const [row] = await backend.owner.query<{ token: string }>('select private.invite() as token');
  const { client } = await backend.signUp();
  const { data } = await whileStaffIsRemoved(() => client.rpc('accept_invitation', { token: row?.token }));
  expect(data).toBe('unknown');
  expect(await staffIds()).toEqual([backend.staff.id]);
});

test('concurrent invitations of one address leave one open link', async () => {
  const invite = () => backend.as.staff.rpc('invite_colleague', { address: 'neu@example.com', remark: '' });
  const answers = await Promise.all(TIMES.map(invite));
  expect(answers.map(({ error }) => error)).toEqual(TIMES.map(() => null));
  const states = await Promise.all(
    answers.map(async ({ data }) => (await backend.as.visitor.rpc('read_invitation', { token: data })).data.state),
  );
  expect(states.filter((state) => state === 'valid')).toHaveLength(1);
});
