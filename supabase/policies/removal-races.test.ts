import { rounds } from '@ki/shared/testing/rounds.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { afterWaiting } from './testing/locks.ts';
import type { Act, Answer } from './testing/races.ts';

const ACCOMPLICE = 'komplizin@example.com';
const backend = givenBackend();
const { as, owner } = backend;
let granter: Account;
let accomplice: Account;
beforeEach(async () => {
  await owner.query("update private.settings set sign_up = 'invited'");
  granter = await backend.signUp('geht@example.com');
  accomplice = await backend.signUp(ACCOMPLICE);
});

/** Everything that the tables of rights hold. */
const rights = () =>
  owner.query(
    `select 'staff' as kind, user_id::text as subject, is_operator::text as detail from private.staff
     union all select 'invitation', coalesce(email, id::text), 'open' from private.invitations where accepted_at is null
     union all select 'member', account::text, team from shipping.team_members
     union all select 'token', id, kind from shipping.deploy_tokens where revoked_at is null
     order by 1, 2, 3`,
  );
const ofKind = (kind: string) => expect.objectContaining({ kind });

/** Prepares a round, in which the granter is an operator. */
type Grant = () => Promise<Act>;
const setStaff = async (accompliceIsStaff: boolean) => {
  await owner.execute(`
    delete from private.invitations; delete from shipping.team_members; delete from shipping.deploy_tokens;
    delete from private.staff where user_id <> '${backend.staff.id}';
    insert into private.staff (user_id, is_operator) values ('${granter.id}', true)`);
  if (accompliceIsStaff) await owner.query('insert into private.staff (user_id) values ($1)', [accomplice.id]);
};
const byGranter =
  (accompliceIsStaff: boolean, name: string, args: object): Grant =>
  async () => {
    await setStaff(accompliceIsStaff);
    return () => granter.client.rpc(name, args);
  };
const team = { token: null, team: 'events', owns: [], members: [ACCOMPLICE] };
const shell = { token: null, kind: 'shell', team: null, may: null, days: null };
const grants: Readonly<Record<string, Grant>> = {
  invite_colleague: byGranter(false, 'invite_colleague', { address: 'zweite@example.com', remark: '' }),
  name_operator: byGranter(true, 'name_operator', { token: null, address: ACCOMPLICE }),
  add_team: byGranter(true, 'add_team', team),
  create_deploy_token: byGranter(false, 'create_deploy_token', shell),
  accept_invitation: async () => {
    await setStaff(false);
    const { data: token } = await granter.client.rpc('invite_colleague', { address: ACCOMPLICE, remark: '' });
    await backend.renewPassword(accomplice, ACCOMPLICE);
    return () => accomplice.client.rpc('accept_invitation', { token });
  },
};
const isRefused = ({ error, data }: Answer) => error?.code === '42501' || (error === null && data === 'unknown');

describe.each(Object.entries(grants))('%s', (_, prepare) => {
  test('grants nothing that the removal of the granter leaves behind', { timeout: 10 * 60_000 }, async () => {
    for (let round = 0; round < rounds({ short: 20, long: 1000 }); round += 1) {
      const act = await prepare();
      const removal = as.staff.rpc('remove_staff', { account: granter.id });
      const removed = removal.then(async ({ error }) => ({ error, left: await rights() }));
      const [{ error, left }, answer] = await Promise.all([removed, act()]);
      expect(error).toBeNull();
      expect(answer.error === null || isRefused(answer), JSON.stringify(answer)).toBe(true);
      expect(await rights()).toEqual(left);
      for (const kind of ['invitation', 'token']) expect(left).not.toContainEqual(ofKind(kind));
    }
  });

  test('grants alone, and waits for a removal of the granter before it, and is refused', async () => {
    const granting = await prepare();
    const before = await rights();
    const granted = await granting();
    expect([granted.error, isRefused(granted)]).toEqual([null, false]);
    expect(await rights()).not.toEqual(before);
    const act = await prepare();
    // A removal of staff locks staff and then revokes invitations.
    const answer = await afterWaiting(owner, {
      lock: async (first) => {
        await first.execute('lock table private.staff in share row exclusive mode');
        await first.query('delete from private.staff where user_id = $1', [granter.id]);
      },
      act,
      meanwhile: (first) => first.execute('delete from private.invitations where accepted_at is null'),
    });
    expect(isRefused(answer)).toBe(true);
    const left = await rights();
    expect(left).not.toContainEqual(ofKind('invitation'));
    expect(left.filter(({ kind, subject }) => kind === 'staff' && subject !== backend.staff.id).length).toBeLessThan(2);
  });
});
