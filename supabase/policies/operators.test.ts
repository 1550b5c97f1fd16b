import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { by } from './testing/calls.ts';
import { givenRegistry } from './testing/registry.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { operator, call, publish, promote, ship } = givenRegistry(backend);

type Args = Readonly<Record<string, unknown>>;
const ADDRESS = 'kollegin@example.com';
const ORIGIN = 'https://cdn.example/store/mf-events';

beforeEach(async () => {
  await call(null, 'add_team', { team: 'events', owns: ['mf-events'], members: [] }).throwOnError();
  await ship('1', '2');
  await publish('3').throwOnError();
});

/** A staff account that is no operator, of the team that owns mf-events. */
async function givenColleague(): Promise<Account> {
  const colleague = await backend.signUp(ADDRESS);
  await call(null, 'add_team', { team: 'events', owns: [], members: [ADDRESS] }).throwOnError();
  return colleague;
}
/** A token of this team, by default with all rights. */
const tokenFor = async (may = ['publish', 'canary', 'promote']): Promise<string> =>
  (await call(operator(), 'create_deploy_token', { kind: 'team', team: 'events', may, days: 1 })).data;
const canary = (token: string | null, version: string, percent = 10, more: Args = {}) =>
  call(token, 'canary_release', { remote: 'mf-events', version, percent, ...by, ...more });
const idOf = (token: string) => token.split('_')[1] ?? '';

const overview = async (part: Args = {}) =>
  (await as.staff.rpc('platform_overview', { skip: 0, take: 100, ...part }).throwOnError()).data;
const events = async () => (await overview()).remotes[0];
const registered = async () =>
  (await call(operator(), 'read_registry', { known: null })).data.registry.remotes['mf-events'];
const newest = async () => (await events()).newest_move;
const move = (action: string, more: Args, { client } = backend.staff) =>
  client.rpc('move_remote', { remote: 'mf-events', action, reason: 'Probe', ...more });
const versions = (listed: readonly { version: string }[]) => listed.map(({ version }) => version);
const withPast = (change: string) =>
  owner.execute(`
    alter table shipping.release_history disable trigger refuse_change;
    update shipping.release_history set ${change};
    alter table shipping.release_history enable trigger refuse_change`);

test('the session of an operator brings nothing new, moves versions that were live or a canary, and makes tokens of shells and such that publish', async () => {
  const make = (args: Args) => () => call(null, 'create_deploy_token', { days: 1, ...args });
  const ofTeam = (...may: string[]) => make({ kind: 'team', team: 'events', may });
  await promote('2', { origin: ORIGIN }).throwOnError();
  const before = await registered();
  for (const [what, attempt] of [
    ['a promotion of a version that was only published', () => promote('3', {}, null)],
    ['a canary of it', () => canary(null, '3')],
    ['an origin, also the registered one', () => promote('1', { origin: ORIGIN }, null)],
    ['the hash of a start', () => promote('1', { started_from: 'hash' }, null)],
    ['a token that may promote', ofTeam('publish', 'promote')],
    ['a token that may canary', ofTeam('publish', 'canary')],
  ] as const)
    expect((await attempt()).error?.code, what).toBe('42501');
  expect(await registered()).toEqual(before);

  for (const percent of [10, 0]) await canary(operator(), '3', percent).throwOnError();
  for (const act of [
    () => canary(null, '1'),
    () => promote('1', {}, null),
    () => promote('3', {}, null),
    ofTeam('publish'),
    make({ kind: 'shell', team: null, may: null }),
  ])
    expect((await act()).error).toBeNull();
});

describe('the right canary', () => {
  const early = { code: 'PT409', message: expect.stringContaining('began less than 10 minutes ago') };

  test('has the share of 25 percent as its limit, which operators do not have', async () => {
    const team = await tokenFor();
    const pipeline = await tokenFor(['publish', 'canary']);
    await call(pipeline, 'check_addresses', { remote: 'mf-events', version: '3' }).throwOnError();
    expect((await canary(team, '3', 26)).error?.message).toContain('at most 25 percent');
    for (const percent of [25, 0]) await canary(pipeline, '3', percent).throwOnError();
    await canary(operator(), '3', 100).throwOnError();
  });

  test.each([
    ['10 minutes have passed', () => withPast("time = time - interval '10 minutes' where action = 'canary'")],
    ['an operator has promoted', () => promote('3').throwOnError()],
  ])('has a promotion wait until %s', async (_, act) => {
    const team = await tokenFor();
    for (const percent of [10, 0]) {
      await canary(team, '3', percent).throwOnError();
      expect((await promote('3', {}, team)).error).toMatchObject(early);
    }
    await promote('1', {}, team).throwOnError();
    await act();
    await promote('2', {}, team).throwOnError();
    await promote('3', {}, team).throwOnError();
  });
});

describe('an origin', () => {
  test('is refused from everybody unless it is https, or http on this machine or in a private network', async () => {
    const team = await tokenFor();
    const refusal = {
      code: 'PT400',
      message: expect.stringContaining('or http on this machine or in a private network'),
    };
    const http = [
      'cdn.example',
      '127.0.0.1.example',
      '11.0.0.1',
      '172.32.0.1',
      'lan.example',
      '134744072',
      '0x8080808',
    ];
    const odd = ['javascript:alert(1)', 'https://x/;script-src', 'https://x/a b', '//x'];
    const paths = ['https://cdn.example/store/../evil', `https://cdn.example/store/${'a'.repeat(300)}`];
    for (const origin of [...http.map((host) => `http://${host}/store`), ...odd, ...paths]) {
      for (const token of [team, operator()])
        expect((await promote('3', { origin }, token)).error, origin).toMatchObject(refusal);
      expect((await call(operator(), 'add_origin', { address: origin })).error, origin).toMatchObject(refusal);
    }
    for (const host of ['10.0.0.4:3001', '192.168.1.20/store', '172.31.0.1', 'nas', 'schule.lan']) {
      await promote('1', { origin: `http://${host}` }).throwOnError();
      expect((await registered()).origin).toBe(`http://${host}`);
    }
  });

  test('is accepted from a team when an operator listed it, for this remote or for any', async () => {
    const team = await tokenFor();
    const add = (address: string, remote?: string) => call(operator(), 'add_origin', { address, remote });
    const message = expect.stringContaining(`pnpm remote origin add ${ORIGIN} --for mf-events`);
    const attempt = async () => (await promote('1', { origin: ORIGIN }, team)).error;
    expect(await attempt()).toMatchObject({ code: '42501', message });
    await add('https://cdn.example/store', 'mf-other').throwOnError();
    await add('https://cdn.example/sto').throwOnError();
    expect(await attempt()).toMatchObject({ code: '42501' });
    await add('https://cdn.example/store/').throwOnError();
    expect(await attempt()).toBeNull();
    expect((await registered()).origin).toBe(ORIGIN);
  });

  test('of an operator’s token is listed by its first promotion, and stays registered when it is removed', async () => {
    const team = await tokenFor();
    await promote('1', { origin: ORIGIN }).throwOnError();
    expect((await call(operator(), 'read_origins')).data).toEqual([{ address: ORIGIN, remote: 'mf-events' }]);
    const remove = (remote?: string) => call(operator(), 'remove_origin', { address: ORIGIN, remote });
    const message = expect.stringContaining('for mf-events');
    expect((await remove()).error).toMatchObject({ code: 'PT404', message });
    await remove('mf-events').throwOnError();
    await promote('2', { origin: ORIGIN }, team).throwOnError();
    expect((await promote('1', { origin: `${ORIGIN}/x` }, team)).error?.code).toBe('42501');
  });

  test('is listed with operators’ tokens only', async () => {
    for (const token of [await tokenFor(), null])
      for (const name of ['add_origin', 'remove_origin', 'read_origins'])
        expect((await call(token, name, name === 'read_origins' ? {} : { address: ORIGIN })).error?.code).toBe('42501');
  });
});

describe('the overview', () => {
  test('is not read by other staff, who move no remote by it, even of their own team', async () => {
    const colleague = await givenColleague();
    const before = await overview();
    for (const answer of [
      await colleague.client.rpc('platform_overview', { skip: 0, take: 1 }),
      await move('rollback', { newest_move: await newest() }, colleague),
    ])
      expect(answer.error).toMatchObject({ code: '42501', message: 'Only operators may do this.' });
    expect(await overview()).toEqual(before);
  });

  test('shows the live release, its time and its author, as in the history', async () => {
    await givenColleague();
    const { remotes, history, teams } = await overview();
    const [last] = history.entries;
    const shown = { name: 'mf-events', team: 'events', is_retired: false, live: '2', before: '1', canary: null };
    const move = { since: last.time, by: last.author, newest_move: last.id };
    expect(remotes).toMatchObject([{ ...shown, ...move, counts: [] }]);
    expect(last).toMatchObject({ remote: 'mf-events', version: '2', action: 'promote', reason: 'Probe' });
    expect(last.author).toMatch(/^operator \(token \w+\), Ada$/);
    expect(teams).toEqual([{ name: 'events', remotes: ['mf-events'], members: [ADDRESS] }]);
  });

  test('has the history in pages, for one remote or for all', async () => {
    await publish('1', {}, operator(), 'mf-other').throwOnError();
    await promote('1', { remote: 'mf-other' }).throwOnError();
    const { history } = await overview({ skip: 1, take: 1 });
    expect(history).toMatchObject({ total: 3, entries: [{ remote: 'mf-events', version: '2' }] });
    const other = (await overview({ of_remote: 'mf-other' })).history;
    expect(other).toMatchObject({ total: 1, entries: [{ version: '1' }] });
  });

  test('lists versions that were live or a canary apart from those that were only published', async () => {
    expect(versions((await events()).checked)).toEqual(['1']);
    expect((await events()).unchecked).toMatchObject({ version: '3' });
    await canary(operator(), '3').throwOnError();
    expect(versions((await events()).checked)).toEqual(['3', '1']);
    expect((await events()).unchecked).toBeNull();
    await move('retire', { newest_move: await newest() }).throwOnError();
    expect(versions((await events()).checked)).toEqual(['3', '2', '1']);
  });

  test('lists no versions that may have been pruned from the store, except those to roll back to', async () => {
    await promote('3').throwOnError();
    await ship('4');
    await withPast("time = now() - interval '91 days'");
    await owner.query("update shipping.remotes set previous = '{3}'");
    expect(versions((await events()).checked)).toEqual(['3']);
  });

  test('shows a canary with its margin and the counts of both versions', async () => {
    await canary(operator(), '3', 10, { margin: 2 }).throwOnError();
    await owner.execute(`
      insert into shipping.version_counts (remote, version, renders, failures, reports, since)
      values ('mf-events', '2', 90, 1, 0, now()), ('mf-events', '3', 10, 2, 7, now())`);
    const counts = [
      { version: '2', renders: 90, failures: 1, reports: 0 },
      { version: '3', renders: 10, failures: 2, reports: 7 },
    ];
    expect(await events()).toMatchObject({ canary: { version: '3', percent: 10, margin: 2 }, counts });
  });
});

describe('a move', () => {
  test.each<[string, Args, Args]>([
    ['promote', { version: '1' }, { live: '1', before: '2' }],
    ['canary', { version: '1', percent: 20, margin: 3 }, { canary: { version: '1', percent: 20, margin: 3 } }],
    ['rollback', {}, { live: '1', before: null }],
    ['retire', {}, { is_retired: true }],
  ])('%s is recorded with the given reason and the account of the caller', async (action, more, after) => {
    await move(action, { newest_move: await newest(), ...more, reason: 'Zu\nlangsam' }).throwOnError();
    expect(await events()).toMatchObject(after);
    const author = expect.stringMatching(/^\S+@example.com$/);
    expect((await overview()).history.entries[0]).toMatchObject({ action, reason: 'Zu langsam', author });
  });

  test.each([
    ['without a reason', 'rollback', { reason: ' \n ' }],
    ['of another kind', 'delete', {}],
  ])('%s is refused', async (_, action, more) => {
    expect((await move(action, { newest_move: await newest(), ...more })).error?.code).toBe('PT400');
    expect((await overview()).history.total).toBe(2);
  });
});

describe('a token', () => {
  interface Listed {
    readonly id: string;
    readonly kind: string;
    readonly state: string;
    readonly last_used_at: string | null;
  }
  const make = async (kind: string, days: number | null): Promise<string> => {
    const args = { kind, team: kind === 'team' ? 'events' : null, may: ['publish'], days };
    return (await call(null, 'create_deploy_token', args)).data;
  };
  const tokens = async (): Promise<readonly Listed[]> =>
    (await overview()).tokens.filter(({ kind }: Listed) => kind !== 'operator');

  test('is listed without its secret part', async () => {
    const token = await make('team', 3);
    const [listed] = await tokens();
    const created_by = expect.stringMatching(/@example\.com$/);
    const shown = { id: idOf(token), kind: 'team', team: 'events', may: ['publish'], state: 'valid', created_by };
    expect(listed).toMatchObject(shown);
    expect(Object.keys(listed ?? {})).not.toContain('hash');
    expect(JSON.stringify(listed)).not.toContain(token.split('_')[2]);
  });

  test('has the time of its last use, to the minute', async () => {
    const shell = await make('shell', null);
    const used = async () => {
      await call(shell, 'read_registry', { known: null }).throwOnError();
      return String((await tokens())[0]?.last_used_at);
    };
    expect(await tokens()).toMatchObject([{ last_used_at: null }]);
    const first = await used();
    expect([first === 'null', await used()]).toEqual([false, first]);
    await owner.query("update shipping.deploy_tokens set last_used_at = now() - interval '2 minutes'");
    expect((await used()) > first).toBe(true);
  });

  test('is valid, ending soon, expired or revoked', async () => {
    const [expired, revoked] = [idOf(await make('team', 1)), idOf(await make('team', 1))];
    const [ending, valid] = [idOf(await make('shell', 29)), idOf(await make('shell', null))];
    const expire = "update shipping.deploy_tokens set expires_at = now() - interval '1 day' where id = $1";
    await owner.query(expire, [expired]);
    await call(null, 'revoke_deploy_token', { id: revoked }).throwOnError();
    const states = (await tokens()).map(({ id, state }) => [state, id]);
    expect(Object.fromEntries(states)).toEqual({ expired, revoked, ending, valid });
  });

  const shellOf = async ({ client }: Account): Promise<string> =>
    (await client.rpc('create_deploy_token', { token: null, kind: 'shell', team: null, may: null, days: null })).data;
  const read = async (token: string) => (await call(token, 'read_registry', { known: null })).error?.message;
  const LEAVING = 'geht@example.com';
  const givenOperator = async (): Promise<Account> => {
    const leaving = await backend.signUp(LEAVING);
    await call(null, 'name_operator', { address: LEAVING }).throwOnError();
    return leaving;
  };

  test.each<[string, (leaving: Account) => PromiseLike<unknown>]>([
    ['is removed from staff', ({ id }) => as.staff.rpc('remove_staff', { account: id })],
    ['is deleted', ({ id }) => owner.query('delete from auth.users where id = $1', [id])],
    ['is no operator any more', ({ id }) => owner.query('update private.staff set is_operator = user_id <> $1', [id])],
  ])('ends when the account that made it %s, and those of others stay', async (_, end) => {
    const leaving = await givenOperator();
    const [token, other] = [await shellOf(leaving), await shellOf(backend.staff)];
    expect(await read(token)).toBeUndefined();
    await end(leaving);
    expect([await read(token), await read(other)]).toEqual(['This token is revoked.', undefined]);
  });

  test('of a shell is valid for 366 days by itself, and reading the registry says until when', async () => {
    const token = await shellOf(backend.staff);
    const { data } = await call(token, 'read_registry', { known: null });
    const [stored] = await owner.query<{ days: number; ends: string }>(
      `select extract(day from expires_at - created_at)::integer as days,
        to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ends
       from shipping.deploy_tokens where id = $1`,
      [idOf(token)],
    );
    expect(stored).toEqual({ days: 366, ends: data.tokenEnds });
  });

  test('is named in the history also when somebody has chosen its name and deletes the own account', async () => {
    const team = await tokenFor();
    await promote('1', {}, team).throwOnError();
    const author = async () => (await overview()).history.entries[0].author;
    const name = `events (token ${idOf(team)})`;
    const { client, id } = await backend.signUp(LEAVING);
    await client.auth.updateUser({ data: { display_name: name } });
    await client.rpc('delete_account', { account: id }).throwOnError();
    expect(await author()).toBe(`${name}, Ada`);
  });

  test('and moves are of a former member once the account is deleted', async () => {
    const leaving = await givenOperator();
    await promote('1', { author: LEAVING }).throwOnError();
    await call(null, 'roll_back_remote', { remote: 'mf-events', ...by }, leaving.client).throwOnError();
    await shellOf(leaving);
    const authors = async () =>
      (await overview()).history.entries.slice(0, 2).map(({ author }: { author: string }) => author);
    const byToken = `operator (token ${idOf(operator())})`;
    expect(await authors()).toEqual([`${LEAVING}, Ada`, `${byToken}, ${LEAVING}`]);
    await owner.query('select shipping.forget_account($1)', [leaving.id]);
    await owner.query('delete from auth.users where id = $1', [leaving.id]);
    expect(await authors()).toEqual(['former member', `${byToken}, former member`]);
    expect((await overview()).tokens).toContainEqual(expect.objectContaining({ created_by: 'former member' }));
    expect(JSON.stringify(await overview())).not.toContain(LEAVING);
    const former = "author = 'former member', reason = 'other'";
    for (const change of ["author = 'somebody'", former, "author = 'x, former member'"])
      await expect(owner.query(`update shipping.release_history set ${change}`)).rejects.toThrow('stays as it is');
  });
});
