import { rounds } from '@ki/shared/testing/rounds.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';
import { somebodyWaits } from './somebody-waits.ts';

const ROUNDS = rounds({ short: 200, long: 1000 });
const MINUTES = 10 * 60_000;

let backend: PolicyBackend;
let granter: Account;
let accomplice: Account;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.restore();
  await backend.owner.query("update private.settings set sign_up = 'invited'");
  granter = await backend.signUp('geht@example.com');
  accomplice = await backend.signUp('komplizin@example.com');
});
afterAll(() => backend.close());

/** Everything that the tables of rights hold. */
const rights = () =>
  backend.owner.query(
    `select 'staff' as kind, user_id::text as subject, is_operator::text as detail from private.staff
     union all select 'invitation', coalesce(email, id::text), 'open' from private.invitations where accepted_at is null
     union all select 'member', account::text, team from shipping.team_members
     union all select 'token', id, kind from shipping.deploy_tokens where revoked_at is null
     order by 1, 2, 3`,
  );

interface Grant {
  /** Prepares the next round. The granter is an operator. */
  given(): Promise<string>;
  start(given: string): PromiseLike<{ error: { code: string } | null; data: unknown }>;
  isRefusal(answer: { error: { code: string } | null; data: unknown }): boolean;
}

const isForbidden: Grant['isRefusal'] = ({ error }) => error?.code === '42501';
const setStaff = async (accompliceIsStaff: boolean) => {
  await backend.owner.execute(
    'delete from private.invitations; delete from shipping.team_members; delete from shipping.deploy_tokens',
  );
  await backend.owner.query('delete from private.staff where user_id <> $1', [backend.staff.id]);
  await backend.owner.query('insert into private.staff (user_id, is_operator) values ($1, true)', [granter.id]);
  if (accompliceIsStaff) await backend.owner.query('insert into private.staff (user_id) values ($1)', [accomplice.id]);
};

const grants: Readonly<Record<string, Grant>> = {
  invite_colleague: {
    given: async () => {
      await setStaff(false);
      return 'zweite@example.com';
    },
    start: (address) => granter.client.rpc('invite_colleague', { address, remark: '' }),
    isRefusal: isForbidden,
  },
  name_operator: {
    given: async () => {
      await setStaff(true);
      return 'komplizin@example.com';
    },
    start: (address) => granter.client.rpc('name_operator', { token: null, address }),
    isRefusal: isForbidden,
  },
  add_team: {
    given: async () => {
      await setStaff(true);
      return 'komplizin@example.com';
    },
    start: (address) => granter.client.rpc('add_team', { token: null, team: 'events', owns: [], members: [address] }),
    isRefusal: isForbidden,
  },
  create_deploy_token: {
    given: async () => {
      await setStaff(false);
      return 'shell';
    },
    start: (kind) =>
      granter.client.rpc('create_deploy_token', { token: null, kind, team: null, may: null, days: null }),
    isRefusal: isForbidden,
  },
  accept_invitation: {
    given: async () => {
      await setStaff(false);
      const { data } = await granter.client.rpc('invite_colleague', { address: 'komplizin@example.com', remark: '' });
      await backend.owner.query(
        `insert into private.passwords values ($1)
         on conflict (user_id) do update set set_at = clock_timestamp()`,
        [accomplice.id],
      );
      return String(data);
    },
    start: (token) => accomplice.client.rpc('accept_invitation', { token }),
    isRefusal: ({ data }) => data === 'unknown',
  },
};

const removal = () => backend.as.staff.rpc('remove_staff', { account: granter.id });

test.each(Object.entries(grants))('%s alone grants', async (_, { given, start, isRefusal }) => {
  const prepared = await given();
  const before = await rights();
  const answer = await start(prepared);
  expect(answer.error).toBeNull();
  expect(isRefusal(answer)).toBe(false);
  expect(await rights()).not.toEqual(before);
});

test.each(Object.entries(grants))(
  '%s grants nothing that a removal at the same time leaves behind',
  {
    timeout: MINUTES,
  },
  async (_, { given, start, isRefusal }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const prepared = await given();
      const removed = removal().then(async ({ error }) => ({ error, left: await rights() }));
      const [{ error, left }, answer] = await Promise.all([removed, start(prepared)]);
      expect(error).toBeNull();
      expect(answer.error === null || isRefusal(answer), JSON.stringify(answer)).toBe(true);
      const now = await rights();
      expect(now).toEqual(left);
      for (const kind of ['invitation', 'token']) {
        expect(now).not.toContainEqual(expect.objectContaining({ kind }));
      }
    }
  },
);

test.each(Object.entries(grants))('%s waits for a removal that began before it, and is refused', async (_, grant) => {
  const prepared = await grant.given();
  const { answer } = await backend.owner.transaction(async (removing) => {
    await removing.execute('lock table private.staff in share row exclusive mode');
    await removing.query('delete from private.staff where user_id = $1', [granter.id]);
    const answer = Promise.resolve(grant.start(prepared));
    await somebodyWaits(removing);
    await removing.execute('delete from private.invitations where accepted_at is null');
    return { answer };
  });
  const before = await rights();
  expect(grant.isRefusal(await answer)).toBe(true);
  expect(await rights()).toEqual(before);
});

test('a token that is revoked while it names an operator names nobody', async () => {
  await setStaff(true);
  const [row] = await backend.owner.query<{ token: string }>('select shipping.operator_token() as token');
  const { answer } = await backend.owner.transaction(async (revoking) => {
    await revoking.execute('update shipping.deploy_tokens set revoked_at = now()');
    const address = 'komplizin@example.com';
    const answer = Promise.resolve(backend.as.visitor.rpc('name_operator', { token: row?.token, address }));
    await somebodyWaits(revoking);
    return { answer };
  });
  expect((await answer).error?.code).toBe('42501');
});
