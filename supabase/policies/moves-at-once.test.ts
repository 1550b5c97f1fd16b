import { rounds } from '@ki/shared/testing/rounds.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';
import { release } from './calls.ts';
import { somebodyWaits } from './somebody-waits.ts';

const VERSIONS = ['1', '2', '3', '4', '5'];

let backend: PolicyBackend;
let operators: readonly Account[];
let operator: string;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.restore();
  const others = await Promise.all(Array.from({ length: 7 }, () => backend.signUp()));
  await backend.owner.query('update private.staff set is_operator = true');
  operators = [backend.staff, ...others];
  const [made] = await backend.owner.query<{ token: string }>('select shipping.operator_token() as token');
  operator = made?.token ?? '';
  const as = (name: string, args: object) => backend.as.visitor.rpc(name, { token: operator, ...args }).throwOnError();
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

test('a statement and a promotion of the same release never block each other', async () => {
  const as = async (name: string, args: object) =>
    (await backend.as.visitor.rpc(name, { token: operator, ...args })).error;
  const signed = { kind: 'allow', hash: 'a'.repeat(64), number: 1, signature: 'S'.repeat(86) };
  for (let round = 0; round < rounds({ short: 20, long: 200 }); round++) {
    const made = release('mf-events', `6-${round}`);
    expect(await as('publish_release', { release: made })).toBeNull();
    const promotion = { remote: 'mf-events', version: made.version, author: '', reason: '', origin: null };
    const errors = await Promise.all([
      as('add_statement', { statement: { remote: 'mf-events', version: made.version, ...signed } }),
      as('promote_release', { ...promotion, started_from: null }),
    ]);
    expect(errors).toEqual([null, null]);
  }
});

test('a publication waits for a transition before it stores its release', async () => {
  const publish = () =>
    backend.as.visitor.rpc('publish_release', { token: operator, release: release('mf-events', '7') }).throwOnError();
  const { late } = await backend.owner.transaction(async (moving) => {
    await moving.execute('select shipping.begin_move()');
    const late = Promise.resolve(publish());
    await somebodyWaits(moving);
    return { late };
  });
  expect((await late).error).toBeNull();
});
