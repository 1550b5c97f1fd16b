import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';
import { release } from './calls.ts';

const VERSIONS = ['1', '2', '3', '4', '5'];

let backend: PolicyBackend;
let operators: readonly Account[];

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.restore();
  const others = await Promise.all(Array.from({ length: 7 }, () => backend.signUp()));
  await backend.owner.query('update private.staff set is_operator = true');
  operators = [backend.staff, ...others];
  const as = (name: string, args: object) => backend.as.staff.rpc(name, { token: null, ...args }).throwOnError();
  const by = { author: '', reason: 'Probe', origin: null, started_from: null };
  for (const version of VERSIONS) {
    await as('publish_release', { release: release('mf-events', version) });
    await as('promote_release', { remote: 'mf-events', version, ...by });
  }
});
afterAll(() => backend.close());

const seenBy = async ({ client }: Account) => {
  const { data } = await client.rpc('platform_overview', { skip: 0, take: 100 }).throwOnError();
  return { remote: data.remotes[0], history: data.history };
};

test('one of several concurrent rollbacks succeeds, and the others are refused with what was done', async () => {
  const { remote } = await seenBy(backend.staff);
  const seen = { remote: 'mf-events', newest_move: remote.newest_move };
  const answers = await Promise.all(
    operators.map(({ client }) => client.rpc('move_remote', { ...seen, action: 'rollback', reason: 'Zu langsam' })),
  );
  const refused = answers.flatMap(({ error }) => (error ? [error] : []));
  expect(refused).toHaveLength(operators.length - 1);
  for (const error of refused) {
    expect(error).toMatchObject({
      code: 'PT409',
      message: expect.stringContaining('mf-events was moved meanwhile: rollback 4'),
    });
  }
  const after = await seenBy(backend.staff);
  expect(after.remote).toMatchObject({ live: '4', before: '3' });
  expect(after.history.total).toBe(VERSIONS.length + 1);
});
