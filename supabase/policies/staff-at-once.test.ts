import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackendForMany } from './backend.ts';
import { somebodyWaits } from './somebody-waits.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackendForMany();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const TIMES = Array.from({ length: 10 }, (_, index) => index);
const staffIds = async () =>
  (await backend.owner.query<{ user_id: string }>('select user_id from private.staff')).map(({ user_id }) => user_id);
const remove = ({ client }: Account, { id }: Account) => client.rpc('remove_staff', { account: id });

test('of two who remove each other one stays', async () => {
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

test('who is removed removes nobody any more', async () => {
  const [second, third] = [await backend.signUp(), await backend.signUp()];
  for (const _ of TIMES) {
    await backend.owner.query('insert into private.staff select id from auth.users on conflict do nothing');
    await Promise.all([remove(second, third), remove(third, second)]);
    const left = await staffIds();
    expect([second.id, third.id].filter((id) => left.includes(id))).toHaveLength(1);
  }
});

test('of two who accept one link one wins', async () => {
  await backend.owner.query("update private.settings set sign_up = 'invited'");
  const accounts = await Promise.all(TIMES.map(() => backend.signUp()));
  const [row] = await backend.owner.query<{ token: string }>('select private.invite() as token');
  const answers = await Promise.all(
    accounts.map(({ client }) => client.rpc('accept_invitation', { token: row?.token })),
  );
  expect(answers.map(({ data }) => data).sort()).toEqual(['accepted', ...Array(9).fill('used')]);
  expect(await staffIds()).toHaveLength(2);
});

/** Does it while somebody is removed, which locks staff and then takes invitations back. */
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

test('whoever accepts an invitation by its link while it is taken back is told so', async () => {
  await backend.owner.query("update private.settings set sign_up = 'invited'");
  const { client } = await backend.signUp();
  const [row] = await backend.owner.query<{ token: string }>('select private.invite() as token');
  const { data } = await whileStaffIsRemoved(() => client.rpc('accept_invitation', { token: row?.token }));
  expect(data).toBe('unknown');
  expect(await staffIds()).toEqual([backend.staff.id]);
});

test('whoever confirms an address while its invitation is taken back is confirmed, and no staff', async () => {
  await backend.owner.query("update private.settings set sign_up = 'invited'");
  const { id } = await backend.signUp('neu@example.com');
  await backend.owner.query('update auth.users set email_confirmed_at = null where id = $1', [id]);
  await backend.owner.query("select private.invite('neu@example.com')");
  const confirm =
    'update auth.users set email_confirmed_at = now(), confirmation_sent_at = now() where id = $1 returning id';
  expect(await whileStaffIsRemoved(() => backend.owner.query(confirm, [id]))).toEqual([{ id }]);
  expect(await staffIds()).toEqual([backend.staff.id]);
});

test('two who invite the same address at once leave one open link', async () => {
  const invite = () => backend.as.staff.rpc('invite_colleague', { address: 'neu@example.com', remark: '' });
  const answers = await Promise.all(TIMES.map(invite));
  expect(answers.map(({ error }) => error)).toEqual(TIMES.map(() => null));
  const states = await Promise.all(
    answers.map(async ({ data }) => (await backend.as.visitor.rpc('read_invitation', { token: data })).data.state),
  );
  expect(states.filter((state) => state === 'valid')).toHaveLength(1);
});
