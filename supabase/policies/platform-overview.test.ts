import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';
import { release } from './calls.ts';

let backend: PolicyBackend;
/** A staff account that is no operator. */
let colleague: Account;
let operator: string;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.restore();
  const [made] = await backend.owner.query<{ token: string }>('select shipping.operator_token() as token');
  operator = made?.token ?? '';
  colleague = await backend.signUp('kollegin@example.com');
  await as(null, 'add_team', { team: 'events', owns: ['mf-events'], members: ['kollegin@example.com'] });
  for (const version of ['1', '2', '3']) {
    await as(operator, 'publish_release', { release: release('mf-events', version) });
  }
  for (const version of ['1', '2']) await promote(version);
});
afterAll(() => backend.close());

const by = { author: 'Ada', reason: 'Probe' };

/** Calls as the operator, or with only a token. */
async function as(token: string | null, name: string, args: Record<string, unknown>) {
  const { data } = await backend.as[token ? 'visitor' : 'staff'].rpc(name, { token, ...args }).throwOnError();
  return data;
}

const promote = (version: string) =>
  as(operator, 'promote_release', { remote: 'mf-events', version, ...by, origin: null, started_from: null });

const overview = async (part = {}) =>
  (await backend.as.staff.rpc('platform_overview', { skip: 0, take: 100, ...part }).throwOnError()).data;
const events = async () => (await overview()).remotes[0];

const move = (action: string, more: Record<string, unknown>, { client } = backend.staff) =>
  client.rpc('move_remote', { remote: 'mf-events', action, reason: 'Probe', ...more });

const versions = (listed: readonly { version: string }[]) => listed.map(({ version }) => version);

test('staff who are no operators cannot read the overview or move remotes by it, even of their own team', async () => {
  const { newest_move } = await events();
  const before = await overview();
  for (const answer of [
    await colleague.client.rpc('platform_overview', { skip: 0, take: 1 }),
    await move('rollback', { newest_move }, colleague),
  ]) {
    expect(answer.error).toMatchObject({ code: '42501', message: 'Only operators may do this.' });
  }
  expect(await overview()).toEqual(before);
});

test('operators see the live release, its time and its author, as in the history', async () => {
  const { remotes, history, teams } = await overview();
  expect(remotes).toMatchObject([
    { name: 'mf-events', team: 'events', is_retired: false, live: '2', before: '1', canary: null, counts: [] },
  ]);
  const [newest] = history.entries;
  expect(newest).toMatchObject({ remote: 'mf-events', version: '2', action: 'promote', reason: 'Probe' });
  expect(remotes[0]).toMatchObject({ since: newest.time, by: newest.author, newest_move: newest.id });
  expect(newest.author).toMatch(/^operator \(token \w+\), Ada$/);
  expect(teams).toEqual([{ name: 'events', remotes: ['mf-events'], members: ['kollegin@example.com'] }]);
});

test('the history is read in pages, for one remote or for all', async () => {
  await as(operator, 'publish_release', { release: release('mf-other', '1') });
  await as(operator, 'promote_release', { remote: 'mf-other', version: '1', ...by, origin: null, started_from: null });
  const { history } = await overview({ skip: 1, take: 1 });
  expect(history).toMatchObject({ total: 3, entries: [{ remote: 'mf-events', version: '2' }] });
  expect((await overview({ of_remote: 'mf-other' })).history).toMatchObject({ total: 1, entries: [{ version: '1' }] });
});

test('versions that were live or a canary are listed apart from those that were only published', async () => {
  expect(versions((await events()).checked)).toEqual(['1']);
  expect((await events()).unchecked).toMatchObject({ version: '3' });
  await as(operator, 'canary_release', { remote: 'mf-events', version: '3', percent: 10, ...by });
  expect(versions((await events()).checked)).toEqual(['3', '1']);
  expect((await events()).unchecked).toBeNull();
  const { newest_move } = await events();
  await move('retire', { newest_move });
  expect(versions((await events()).checked)).toEqual(['3', '2', '1']);
});

test('versions that may have been pruned from the store are not listed, except those to roll back to', async () => {
  await as(operator, 'publish_release', { release: release('mf-events', '4') });
  for (const version of ['3', '4']) await promote(version);
  await backend.owner.execute(`
    alter table shipping.release_history disable trigger refuse_change;
    update shipping.release_history set time = now() - interval '91 days';
    alter table shipping.release_history enable trigger refuse_change;
    update shipping.remotes set previous = '{3}';
  `);
  expect(versions((await events()).checked)).toEqual(['3']);
});

test('a canary is shown with its margin and the counts of both versions', async () => {
  await as(operator, 'canary_release', { remote: 'mf-events', version: '3', percent: 10, ...by, margin: 2 });
  await backend.owner.execute(`
    insert into shipping.version_counts (remote, version, renders, failures, reports, since)
    values ('mf-events', '2', 90, 1, 0, now()), ('mf-events', '3', 10, 2, 7, now())`);
  const { canary, counts } = await events();
  expect(canary).toEqual({ version: '3', percent: 10, margin: 2 });
  expect(counts).toMatchObject([
    { version: '2', renders: 90, failures: 1, reports: 0 },
    { version: '3', renders: 10, failures: 2, reports: 7 },
  ]);
});

describe('a move', () => {
  test.each([
    ['promote', { version: '1' }, { live: '1', before: '2' }],
    ['canary', { version: '1', percent: 20, margin: 3 }, { canary: { version: '1', percent: 20, margin: 3 } }],
    ['rollback', {}, { live: '1', before: null }],
    ['retire', {}, { is_retired: true }],
  ])('%s is recorded with the given reason and the account of the caller', async (action, more, after) => {
    const { newest_move } = await events();
    expect((await move(action, { newest_move, ...more, reason: 'Zu\nlangsam' })).error).toBeNull();
    expect(await events()).toMatchObject(after);
    const { entries } = (await overview()).history;
    expect(entries[0]).toMatchObject({
      action,
      reason: 'Zu langsam',
      author: expect.stringMatching(/^\S+@example.com$/),
    });
  });

  test('is refused with the latest move when the remote was moved meanwhile', async () => {
    const { newest_move } = await events();
    expect((await move('rollback', { newest_move })).error).toBeNull();
    const { error } = await move('rollback', { newest_move });
    expect(error).toMatchObject({
      code: 'PT409',
      message: expect.stringMatching(/^mf-events was moved meanwhile: rollback 1, by \S+\. Nothing was done/),
    });
    expect(await events()).toMatchObject({ live: '1' });
    expect((await overview()).history.total).toBe(3);
  });

  test.each([
    ['without a reason', 'rollback', { reason: ' \n ' }],
    ['of another kind', 'delete', {}],
  ])('%s is refused', async (_, action, more) => {
    const { newest_move } = await events();
    expect((await move(action, { newest_move, ...more })).error?.code).toBe('PT400');
    expect((await overview()).history.total).toBe(2);
  });
});

describe('tokens', () => {
  const make = (kind: string, days: number | null) =>
    as(null, 'create_deploy_token', { kind, team: kind === 'team' ? 'events' : null, may: ['publish'], days });
  const idOf = (token: string) => token.split('_')[1] ?? '';
  const tokens = async () => (await overview()).tokens.filter(({ kind }: { kind: string }) => kind !== 'operator');

  test('are listed without their secret part', async () => {
    const token = await make('team', 3);
    const [listed] = await tokens();
    expect(listed).toMatchObject({ id: idOf(token), kind: 'team', team: 'events', may: ['publish'], state: 'valid' });
    expect(listed.created_by).toMatch(/@example\.com$/);
    expect(Object.keys(listed)).not.toContain('hash');
    expect(JSON.stringify(listed)).not.toContain(token.split('_')[2]);
  });

  test('have the time of their last use, to the minute', async () => {
    const shell = await make('shell', null);
    expect(await tokens()).toMatchObject([{ last_used_at: null }]);
    await as(shell, 'read_registry', { known: null });
    const [{ last_used_at: first }] = await tokens();
    expect(first).not.toBeNull();
    await as(shell, 'read_registry', { known: null });
    expect(await tokens()).toMatchObject([{ last_used_at: first }]);
    await backend.owner.query("update shipping.deploy_tokens set last_used_at = now() - interval '2 minutes'");
    await as(shell, 'read_registry', { known: null });
    expect((await tokens())[0].last_used_at > first).toBe(true);
  });

  test('are listed as valid, ending soon, expired or revoked', async () => {
    const [expired, revoked] = [await make('team', 1), await make('team', 1)];
    await backend.owner.query("update shipping.deploy_tokens set expires_at = now() - interval '1 day' where id = $1", [
      idOf(expired),
    ]);
    await as(null, 'revoke_deploy_token', { id: idOf(revoked) });
    const ending = await make('shell', 29);
    await make('shell', null);
    expect((await tokens()).find(({ id }: { id: string }) => id === idOf(ending)).state).toBe('ending');
    const states = new Set((await tokens()).map(({ state }: { state: string }) => state));
    expect(states).toEqual(new Set(['expired', 'revoked', 'ending', 'valid']));
  });
});
