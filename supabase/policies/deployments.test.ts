import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';
import { release } from './calls.ts';

const by = { author: 'Ada', reason: 'Probe' };

let backend: PolicyBackend;
/** A token of the team that owns mf-events, where 2 is live after 1; mf-other is another team's. */
let token: string;
let operator: string;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.owner.execute(`
    truncate shipping.teams, shipping.team_members, shipping.deploy_tokens, shipping.remotes, shipping.releases,
      shipping.release_history, shipping.version_counts, shipping.statements;
    delete from auth.users where id not in ('${backend.staff.id}', '${backend.outsider.id}');
    delete from private.staff where user_id <> '${backend.staff.id}';
    insert into shipping.teams (name) values ('events'), ('others');
    ${['mf-events', 'mf-other'].flatMap((name) => ['1', '2', '3'].map((version) => published(name, version))).join(';')};
    insert into shipping.remotes (name, team, slot, live, previous) values
      ('mf-events', 'events', 5, '2', '{1}'), ('mf-other', 'others', 6, '2', '{1}');
  `);
  operator = await made('shipping.operator_token()');
  token = await tokenFor({});
});
afterAll(() => backend.close());

async function call(shown: string | null, name: string, args: Record<string, unknown>, account?: Account) {
  const client = account?.client ?? backend.as.visitor;
  return client.rpc(name, { token: shown, ...args });
}

async function made(sql: string): Promise<string> {
  const [row] = await backend.owner.query<{ token: string }>(`select ${sql} as token`);
  return row?.token ?? '';
}

const published = (name: string, version: string) => `
  insert into shipping.releases (remote, version, document, published_by)
  values ('${name}', '${version}', '${JSON.stringify(release(name, version))}', 'test')`;

/** A token for a day, by default of the team that owns mf-events and with all rights. */
const tokenFor = ({ kind = 'team', may = 'publish, canary, promote' }: { kind?: string; may?: string }) =>
  made(`shipping.create_deploy_token('${operator}', '${kind}', 'events', '{${may}}', 1)`);

const publish = (shown: string, remote: string, version: string, more = {}) =>
  call(shown, 'publish_release', { release: release(remote, version, more) });
const promote = (shown: string | null, remote: string, version: string, account?: Account) =>
  call(shown, 'promote_release', { remote, version, ...by, origin: null, started_from: null }, account);

/** Every function for transitions of a remote, with arguments that succeed for its own team. */
const moves = {
  publish_release: (remote: string) => ({ release: release(remote, '4') }),
  prepare_remote: (remote: string) => ({ remote, is_coming: true }),
  promote_release: (remote: string) => ({ remote, version: '3', ...by, origin: null, started_from: null }),
  canary_release: (remote: string) => ({ remote, version: '3', percent: 10, ...by }),
  roll_back_remote: (remote: string) => ({ remote, ...by }),
  retire_remote: (remote: string) => ({ remote, ...by }),
};
const operatorsOnly = {
  add_team: { team: 'events', owns: ['mf-other'], members: [] },
  create_deploy_token: { kind: 'team', team: 'others', may: ['promote'], days: 1 },
  revoke_deploy_token: { id: 'any' },
  name_operator: { address: 'kollegin@example.com' },
  serve_remotes: { address: 'http://127.0.0.1:3000' },
};
const names = Object.keys(moves) as (keyof typeof moves)[];
const rights = ['publish', 'canary', 'promote'];
const rightOf = (name: string) =>
  name === 'publish_release' ? 'publish' : name === 'canary_release' ? 'canary' : 'promote';
/** Moves of a session: of a version that was live before. */
const again = (name: string): Record<string, unknown> | undefined =>
  (
    ({ promote_release: { version: '1' }, canary_release: { version: '1' } }) as Record<string, Record<string, unknown>>
  )[name];

const registry = async () => (await call(operator, 'read_registry', { known: null })).data.registry;

describe.each(names)('%s', (name) => {
  test('succeeds for the team that owns the remote', async () => {
    expect((await call(token, name, moves[name]('mf-events'))).error).toBeNull();
  });

  test.each([
    ['with another team’s remote', 'mf-other', () => token],
    ['with a remote without a team', 'mf-new', () => token],
    ['with an unknown token', 'mf-events', () => token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['with the id of a token', 'mf-events', () => token.split('_')[1] ?? ''],
    ['with a shell’s token', 'mf-events', () => tokenFor({ kind: 'shell' })],
    ['without a token', 'mf-events', () => null],
  ])('%s is refused and changes nothing', async (_how, remote, shown) => {
    const presented = await shown();
    const before = await registry();
    const { error } = await call(presented, name, moves[name](remote));
    expect(error?.code).toBe('42501');
    expect(await registry()).toEqual(before);
  });

  test('with a token that has only the other rights is refused', async () => {
    const other = await tokenFor({ may: rights.filter((right) => right !== rightOf(name)).join(', ') });
    expect((await call(other, name, moves[name]('mf-events'))).error).toMatchObject({
      code: '42501',
      message: expect.stringContaining(`may not ${rightOf(name)}.`),
    });
    const own = await tokenFor({ may: rightOf(name) });
    expect((await call(own, name, moves[name]('mf-events'))).error).toBeNull();
  });

  test('with a revoked or expired token is refused', async () => {
    await call(operator, 'revoke_deploy_token', { id: token.split('_')[1] });
    expect((await call(token, name, moves[name]('mf-events'))).error).toMatchObject({
      code: '42501',
      message: 'This token is revoked.',
    });
    const old = await tokenFor({});
    await backend.owner.query("update shipping.deploy_tokens set expires_at = now() - interval '1 second'");
    expect((await call(old, name, moves[name]('mf-events'))).error).toMatchObject({
      code: '42501',
      message: 'This token has expired.',
    });
  });

  test('succeeds for an account of the team until it is no longer staff, unless it brings something new', async () => {
    const colleague = await backend.signUp('kollegin@example.com');
    const own = { ...moves[name]('mf-events'), ...again(name) };
    expect((await call(null, name, own, colleague)).error?.code).toBe('42501');
    await call(operator, 'add_team', { team: 'events', owns: [], members: ['kollegin@example.com'] });
    const others = { ...moves[name]('mf-other'), ...again(name) };
    expect((await call(null, name, others, colleague)).error?.code).toBe('42501');
    const isNew = name === 'publish_release' || name === 'prepare_remote';
    const { error } = await call(null, name, own, colleague);
    if (isNew) expect(error).toMatchObject({ code: '42501', message: expect.stringContaining('A session may not') });
    else expect(error).toBeNull();
    await backend.as.staff.rpc('remove_staff', { account: colleague.id });
    expect((await call(null, name, own, colleague)).error?.code).toBe('42501');
  });
});

test.each(Object.entries(operatorsOnly))('%s is for operators', async (name, args) => {
  const colleague = await backend.signUp('kollegin@example.com');
  await call(operator, 'add_team', { team: 'events', owns: [], members: ['kollegin@example.com'] });
  for (const shown of [token, await tokenFor({ kind: 'shell' })]) {
    expect((await call(shown, name, args)).error?.code).toBe('42501');
  }
  expect((await call(null, name, args, colleague)).error?.code).toBe('42501');
  expect((await call(operator, name, args)).error?.code).not.toBe('42501');
});

test('a shell reads the registry', async () => {
  const shell = await tokenFor({ kind: 'shell' });
  const { data } = await call(shell, 'read_registry', { known: null });
  expect(data.registry.remotes['mf-events']).toMatchObject({ live: { version: '2' }, history: [] });
  expect((await call(shell, 'read_registry', { known: data.version })).data).toBeNull();
});

test('the key of the canary cookies is for shells, not for teams and operators', async () => {
  const keyFor = async (shown: string) => (await call(shown, 'read_registry', { known: null })).data.registry.bucketKey;
  expect(await keyFor(await tokenFor({ kind: 'shell' }))).toMatch(/^[\da-f]{64}$/);
  expect([await keyFor(token), await keyFor(operator)]).toEqual([undefined, undefined]);
});

describe('counts of a canary', () => {
  const counted = { remote: 'mf-events', renders: 200, failures: 200, reports: 0 };
  const canary = async () => (await registry()).remotes['mf-events'].canary;
  const tell = async (shown: string | null, account?: Account) => {
    const { since } = await canary();
    const beside = { ...counted, version: '2', since, failures: 0 };
    return call(shown, 'store_counts', { counts: [{ ...counted, version: '3', since }, beside] }, account);
  };
  beforeEach(() => call(token, 'canary_release', { remote: 'mf-events', version: '3', percent: 10, ...by }));

  test('are stored by shells for any remote, and read by teams, operators and shells', async () => {
    const shell = await tokenFor({ kind: 'shell' });
    expect((await call(shell, 'store_counts', { counts: [] })).error).toBeNull();
    for (const shown of [shell, token, operator]) {
      expect(await call(shown, 'read_counts', {})).toMatchObject({ data: [], error: null });
    }
    expect((await tell(shell)).error).toBeNull();
    expect(await canary()).toBeUndefined();
  });

  test.each<readonly [string, () => string | null | Promise<string>]>([
    ['the team that owns the remote', () => token],
    ['an operator', () => operator],
    ['a caller without a token', () => null],
    ['an unknown token', () => 'ki_0123456789ab_0'],
  ])('are not accepted from %s', async (_who, shown) => {
    expect((await tell(await shown())).error?.code).toBe('42501');
    expect(await canary()).toMatchObject({ release: { version: '3' } });
    expect(await backend.owner.query('select * from shipping.version_counts')).toEqual([]);
  });

  test('are not accepted from a shell with a revoked token, nor from an operator’s account', async () => {
    const shell = await tokenFor({ kind: 'shell' });
    await call(operator, 'revoke_deploy_token', { id: shell.split('_')[1] });
    expect((await tell(shell)).error?.message).toBe('This token is revoked.');
    expect((await tell(null, backend.staff)).error?.message).toBe('Only shells may do this.');
  });

  test('are not read by callers without a team or a token', async () => {
    expect((await call(null, 'read_counts', {})).error?.code).toBe('42501');
    expect((await call(null, 'read_counts', {}, backend.outsider)).error?.code).toBe('42501');
  });
});

test.each([-1, 101])('a margin of %i is refused', async (margin) => {
  const args = { remote: 'mf-events', version: '3', percent: 10, ...by, margin };
  expect((await call(token, 'canary_release', args)).error?.code).toBe('PT400');
});

test('the history names the owner of the token before the given author', async () => {
  await call(token, 'roll_back_remote', { remote: 'mf-events', author: 'operator', reason: 'zu\nlang\u001b[31m' });
  const [entry] = (await registry()).remotes['mf-events'].history;
  expect(entry).toMatchObject({ action: 'rollback', version: '1', reason: 'zu lang [31m' });
  expect(entry.author).toBe(`events (token ${token.split('_')[1]}), operator`);
});

test('only the hash of a token is stored', async () => {
  const rows = await backend.owner.query('select * from shipping.deploy_tokens');
  expect(JSON.stringify(rows)).not.toContain(token.split('_')[2]);
});

describe('a release', () => {
  test('never changes', async () => {
    expect((await publish(token, 'mf-events', '1')).error).toBeNull();
    const again = { provenance: { builder: 'somebody else', time: '2026-01-01' } };
    expect((await publish(token, 'mf-events', '1', again)).error).toBeNull();
    const { error } = await publish(token, 'mf-events', '1', { routes: ['/anders'] });
    expect(error).toMatchObject({
      code: 'PT409',
      message: expect.stringContaining('mf-events@1 is published already'),
    });
    const signature = '{"signature": "S"}';
    for (const change of [
      `document = '{}'`,
      `document = '${signature}'`,
      `published_by = 'me', document = document || '${signature}'`,
    ]) {
      await expect(backend.owner.query(`update shipping.releases set ${change}`)).rejects.toThrow('stays as it is');
    }
    await call(token, 'retire_remote', { remote: 'mf-events', ...by });
    await expect(backend.owner.query('delete from shipping.release_history')).rejects.toThrow('stays as it is');
  });

  const file = { path: 'web/x.js', integrity: `sha384-${'A'.repeat(64)}` };
  test.each([
    { version: '../../mf-other/1' },
    { version: '1; script-src *' },
    { contract: '1' },
    { staffOnly: 'no' },
    { routes: [] },
    { routes: ['events'] },
    { routes: ['/events/%2e'] },
    { routes: 'all' },
    { resources: [1] },
    { query: { '/events': 'q' } },
    { entry: { ...file, path: 'web/../../x.js' } },
    { entry: { ...file, integrity: 'sha384-x' } },
    { manifest: null },
    { chunks: { module: file } },
    { chunks: { module: [{ ...file, path: 'https://example.org/x.js' }] } },
    { singletons: { react: 19 } },
    { budget: -1 },
    { more: 'x'.repeat(500_000) },
  ])('%j is refused, since every shell would refuse the registry with it', async (more) => {
    expect((await publish(token, 'mf-events', '4', more)).error).toMatchObject({
      code: 'PT400',
      message: expect.stringMatching(/^This is no release: /),
    });
  });
});

describe('operators', () => {
  test('are told from others by is_operator and in the list of accounts', async () => {
    const colleague = await backend.signUp('kollegin@example.com');
    for (const [{ client }, isOne] of [
      [backend.staff, true],
      [colleague, false],
      [backend.outsider, false],
    ] as const) {
      expect((await client.rpc('is_operator')).data).toBe(isOne);
      const { data } = await client.rpc('read_accounts', { skip: 0, take: 1 });
      expect(data?.may_name_operators ?? false).toBe(isOne);
    }
  });

  test('are the first account and those that an operator names', async () => {
    const colleague = await backend.signUp('kollegin@example.com');
    expect((await promote(null, 'mf-other', '1', colleague)).error?.code).toBe('42501');
    await call(null, 'name_operator', { address: 'Kollegin@example.com' }, backend.staff);
    expect((await promote(null, 'mf-other', '1', colleague)).error).toBeNull();
  });

  test('are removed by operators only, and the last one cannot be removed', async () => {
    const colleague = await backend.signUp();
    const remove = (account: Account, other: Account) => account.client.rpc('remove_staff', { account: other.id });
    expect((await remove(colleague, backend.staff)).error?.code).toBe('42501');
    expect((await remove(backend.staff, backend.staff)).error).toMatchObject({
      code: 'PT409',
      message: 'The last operator cannot be removed.',
    });
    expect((await remove(backend.staff, colleague)).error).toBeNull();
  });
});
