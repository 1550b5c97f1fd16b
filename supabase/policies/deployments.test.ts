import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { by, promotion, release } from './testing/calls.ts';
import { afterWaiting } from './testing/locks.ts';
import { givenRegistry } from './testing/registry.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { made, operator, call, publish } = givenRegistry(backend);

type Args = Readonly<Record<string, unknown>>;
type Client = Account['client'];
const ADDRESS = 'kollegin@example.com';

/** A token of the team that owns mf-events, where 2 is live after 1; mf-other is another team's. */
let token: string;
beforeEach(async () => {
  await owner.execute(`
    insert into shipping.teams (name) values ('events'), ('others');
    ${['mf-events', 'mf-other'].flatMap((name) => ['1', '2', '3'].map((version) => published(name, version))).join(';')};
    insert into shipping.remotes (name, team, slot, live, previous) values
      ('mf-events', 'events', 5, '2', '{1}'), ('mf-other', 'others', 6, '2', '{1}')`);
  token = await tokenFor();
});

const published = (name: string, version: string) => `
  insert into shipping.releases (remote, version, document, published_by)
  values ('${name}', '${version}', '${JSON.stringify(release(name, version))}', 'test')`;
/** A token for a day, by default of the team that owns mf-events and with all rights. */
const tokenFor = (may = 'publish, canary, promote', kind = 'team') =>
  made(`shipping.create_deploy_token('${operator()}', '${kind}', 'events', '{${may}}', 1)`);
const shellToken = () => tokenFor('', 'shell');
const idOf = (shown: string) => shown.split('_')[1] ?? '';
async function revoked(shown: string): Promise<string> {
  await call(operator(), 'revoke_deploy_token', { id: idOf(shown) }).throwOnError();
  return shown;
}

const attempt = async (shown: string | null, name: string, args: Args, client: Client = as.visitor) =>
  (await call(shown, name, args, client)).error;
const readRegistry = async (shown: string, known: string | null = null) =>
  (await call(shown, 'read_registry', { known })).data;
const registry = async () => (await readRegistry(operator())).registry;
const givenMember = async () => {
  const { client, id } = await backend.signUp(ADDRESS);
  const join = () => call(operator(), 'add_team', { team: 'events', owns: [], members: [ADDRESS] }).throwOnError();
  return { client, id, join };
};

const statement = (more: Args = {}) => ({
  remote: 'mf-events',
  version: '1',
  kind: 'allow',
  hash: 'a'.repeat(64),
  number: 1_764_000_000_000,
  signature: 'S'.repeat(86),
  ...more,
});

/** Every function for transitions of a remote: the right that it needs, and arguments that succeed for its own team. */
const moves = {
  publish_release: ['publish', (remote: string) => ({ release: release(remote, '4') })],
  prepare_remote: ['promote', (remote: string) => ({ remote, is_coming: true })],
  promote_release: ['promote', (remote: string) => ({ remote, version: '3', ...promotion })],
  canary_release: ['canary', (remote: string) => ({ remote, version: '3', percent: 10, ...by })],
  roll_back_remote: ['promote', (remote: string) => ({ remote, ...by })],
  retire_remote: ['promote', (remote: string) => ({ remote, ...by })],
} as const;
const rows = Object.entries(moves).map(([name, [right, args]]) => ({ name, right, args }));

describe.each(rows)('$name', ({ name, right, args }) => {
  const own = args('mf-events');

  test('succeeds for the team that owns the remote, with a token that has only this right', async () => {
    expect(await attempt(await tokenFor(right), name, own)).toBeNull();
  });

  const others = ['publish', 'canary', 'promote'].filter((one) => one !== right).join(', ');
  const expire = () => owner.query("update shipping.deploy_tokens set expires_at = now() where kind = 'team'");
  test('with another team’s remote, or a token that may not, is refused and changes nothing', async () => {
    const before = await registry();
    const [limited, shell, ended] = [await tokenFor(others), await shellToken(), await revoked(await tokenFor())];
    const unknown = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const expectRefusal = async (shown: string, remote = 'mf-events', reason = '') => {
      const refusal = { code: '42501', message: expect.stringContaining(reason) };
      expect(await attempt(shown, name, args(remote))).toMatchObject(refusal);
    };
    for (const remote of ['mf-other', 'mf-of-no-team']) await expectRefusal(token, remote);
    for (const shown of [unknown, idOf(token), shell]) await expectRefusal(shown);
    await expectRefusal(limited, 'mf-events', `may not ${right}.`);
    await expectRefusal(ended, 'mf-events', 'This token is revoked.');
    await expire();
    await expectRefusal(token, 'mf-events', 'This token has expired.');
    expect(await registry()).toEqual(before);
  });

  test('succeeds for an account of the team until it is no longer staff, unless it brings something new', async () => {
    const { client, id, join } = await givenMember();
    // Sessions move to versions that were live before.
    const again = 'version' in own ? { version: '1' } : {};
    const act = (remote = 'mf-events') => attempt(null, name, { ...args(remote), ...again }, client);
    const denied = { code: '42501' };
    expect(await act()).toMatchObject(denied);
    await join();
    expect(await act('mf-other')).toMatchObject(denied);
    const isNew = name === 'publish_release' || name === 'prepare_remote';
    const refusal = expect.objectContaining({ ...denied, message: expect.stringContaining('A session may not') });
    expect(await act()).toEqual(isNew ? refusal : null);
    await as.staff.rpc('remove_staff', { account: id });
    expect(await act()).toMatchObject(denied);
  });
});

describe.each([
  ...rows.map(({ name, args }) => ({ name, args: args('mf-events') })),
  { name: 'add_statement', args: { statement: statement() } },
])('$name', ({ name, args }) => {
  test.each([
    ['the revocation of its token', "update shipping.deploy_tokens set revoked_at = now() where kind = 'team'"],
    ['another team for the remote', "update shipping.remotes set team = 'others'"],
  ])('waits for %s that began before it, and is refused', async (_, end) => {
    const answer = await afterWaiting(owner, {
      lock: (ending) => ending.execute(`select from shipping.registry_version for update; ${end}`),
      act: () => call(token, name, args, as.visitor),
    });
    expect(answer.error).toMatchObject({ code: '42501' });
    const stored = `select from shipping.release_history union all select from shipping.statements
      union all select from shipping.releases where version = '4'`;
    expect(await owner.query(stored)).toEqual([]);
  });
});

/** Moves to versions that were live before. */
const bySession = {
  promote_release: { remote: 'mf-events', version: '1', ...promotion },
  canary_release: { remote: 'mf-events', version: '1', percent: 10, ...by },
  roll_back_remote: { remote: 'mf-events', ...by },
  retire_remote: { remote: 'mf-events', ...by },
};

test.each(Object.entries(bySession))(
  '%s of a session waits for the removal of its account that began before it, and is refused',
  async (name, args) => {
    const { client, id, join } = await givenMember();
    await join();
    const before = await registry();
    const answer = await afterWaiting(owner, {
      lock: (removing) =>
        removing.execute(`
          select from shipping.registry_version for update; lock table private.staff in share row exclusive mode;
          delete from private.staff where user_id = '${id}'`),
      act: () => call(null, name, args, client),
    });
    expect(answer.error).toMatchObject({ code: '42501' });
    expect(await registry()).toEqual(before);
  },
);

test.each<[string, () => Args]>([
  ...Object.entries(bySession).map(([name, args]): [string, () => Args] => [name, () => args]),
  ['revoke_deploy_token', () => ({ id: idOf(token) })],
])('%s is for sessions whose sign-in is of the last 15 minutes', async (name, args) => {
  const signedIn = (minutes: number) =>
    owner.query("update auth.sessions set created_at = now() - $1 * interval '1 minute'", [minutes]);
  const before = async () => [
    await registry(),
    await owner.query('select id from shipping.deploy_tokens where revoked_at is null order by id'),
  ];
  const state = await before();
  await signedIn(16);
  expect(await attempt(null, name, args(), as.staff)).toMatchObject({ code: 'PT401' });
  expect(await before()).toEqual(state);
  await signedIn(14);
  expect(await attempt(null, name, args(), as.staff)).toBeNull();
  expect(await before()).not.toEqual(state);
});

test.each<[string, Args]>([
  ['add_team', { team: 'events', owns: ['mf-other'], members: [] }],
  ['create_deploy_token', { kind: 'team', team: 'events', may: ['promote'], days: 1 }],
  ['revoke_deploy_token', { id: 'any' }],
  ['name_operator', { address: ADDRESS }],
  ['serve_remotes', { address: 'http://127.0.0.1:3000' }],
])('%s is for operators', async (name, args) => {
  const { client, join } = await givenMember();
  await join();
  for (const [shown, caller] of [[token], [await shellToken()], [null, client]] as const)
    expect(await attempt(shown, name, args, caller)).toMatchObject({ code: '42501' });
  expect((await attempt(operator(), name, args))?.code).not.toBe('42501');
});

test('a shell reads the registry, and gets the key of the canary cookies, which teams and operators do not', async () => {
  const shell = await shellToken();
  const { registry: read, version } = await readRegistry(shell);
  expect(read.remotes['mf-events']).toMatchObject({ live: { version: '2' }, history: [] });
  expect(await readRegistry(shell, version)).toBeNull();
  expect(read.bucketKey).toMatch(/^[\da-f]{64}$/);
  for (const shown of [token, operator()]) expect((await readRegistry(shown)).registry.bucketKey).toBeUndefined();
});

describe('counts of a canary', () => {
  const counted = { remote: 'mf-events', renders: 200, failures: 200, reports: 0 };
  const canary = async () => (await registry()).remotes['mf-events'].canary;
  const tell = async (shown: string | null, client?: Client) => {
    const { since } = await canary();
    const beside = { ...counted, version: '2', since, failures: 0 };
    return attempt(shown, 'store_counts', { counts: [{ ...counted, version: '3', since }, beside] }, client);
  };
  beforeEach(async () => {
    await call(token, 'canary_release', { remote: 'mf-events', version: '3', percent: 10, ...by }).throwOnError();
  });

  test('are stored by shells for any remote, and read by teams, operators and shells', async () => {
    const shell = await shellToken();
    expect(await attempt(shell, 'store_counts', { counts: [] })).toBeNull();
    for (const shown of [shell, token, operator()])
      expect(await call(shown, 'read_counts')).toMatchObject({ data: [], error: null });
    expect(await tell(shell)).toBeNull();
    expect(await canary()).toBeUndefined();
  });

  test('are accepted from shells only', async () => {
    const ended = await revoked(await shellToken());
    for (const shown of [token, operator(), null, 'ki_0123456789ab_0'])
      expect(await tell(shown)).toMatchObject({ code: '42501' });
    expect(await tell(null, as.staff)).toMatchObject({ code: '42501', message: 'Only shells may do this.' });
    expect(await tell(ended)).toMatchObject({ code: '42501', message: 'This token is revoked.' });
    expect(await canary()).toMatchObject({ release: { version: '3' } });
    expect(await owner.query('select * from shipping.version_counts')).toEqual([]);
  });
});

test('a margin beyond 0 to 100 is refused', async () => {
  for (const margin of [-1, 101]) {
    const args = { remote: 'mf-events', version: '3', percent: 10, ...by, margin };
    expect(await attempt(token, 'canary_release', args)).toMatchObject({ code: 'PT400' });
  }
});

test('the addresses of one team, as many as it may have, hold up no move of another', async () => {
  const patterns = (kind: string, most: number) =>
    Array.from({ length: most }, (_, n) => `/events/:a/b/:c/d/:e/f/${kind}${n}/:g/*`);
  const more = { routes: patterns('page', 100), resources: patterns('file', 50) };
  expect((await publish('5', { ...more, routes: patterns('page', 101) }, token)).error?.code).toBe('PT400');
  await publish('5', more, token).throwOnError();
  await owner.execute(
    "insert into public.pages (slug, title, content) select 'seite-' || n, 'S', 'T' from generate_series(1, 500) n",
  );
  // Within the time that a statement has.
  await call(token, 'canary_release', { remote: 'mf-events', version: '5', percent: 1, ...by }).throwOnError();
});

test('a team makes the registry no longer by where its remote started', async () => {
  const args = { remote: 'mf-events', version: '3', ...promotion, started_from: 'x'.repeat(100_000) };
  expect(await attempt(token, 'promote_release', args)).toMatchObject({ code: '23514' });
  expect(JSON.stringify(await registry()).length).toBeLessThan(10_000);
});

test('the history names the owner of the token before the given author', async () => {
  await call(token, 'roll_back_remote', { remote: 'mf-events', author: 'operator', reason: 'zu\nlang\u001b[31m' });
  const [entry] = (await registry()).remotes['mf-events'].history;
  const author = `events (token ${idOf(token)}), operator`;
  expect(entry).toMatchObject({ action: 'rollback', version: '1', reason: 'zu lang [31m', author });
});

test('only the hash of a token is stored', async () => {
  const stored = await owner.query('select * from shipping.deploy_tokens');
  expect(JSON.stringify(stored)).not.toContain(token.split('_')[2]);
});

describe('a release', () => {
  test('never changes', async () => {
    expect((await publish('1', {}, token)).error).toBeNull();
    const again = { provenance: { builder: 'somebody else', time: '2026-01-01' } };
    expect((await publish('1', again, token)).error).toBeNull();
    const message = expect.stringContaining('mf-events@1 is published already');
    expect((await publish('1', { routes: ['/anders'] }, token)).error).toMatchObject({ code: 'PT409', message });
    const signed = `document || '{"signature": "S"}'`;
    for (const change of [`document = '{}'`, `published_by = 'me', document = ${signed}`])
      await expect(owner.query(`update shipping.releases set ${change}`)).rejects.toThrow('stays as it is');
    await call(token, 'retire_remote', { remote: 'mf-events', ...by });
    await expect(owner.query('delete from shipping.release_history')).rejects.toThrow('stays as it is');
  });

  const file = { path: 'web/x.js', integrity: `sha384-${'A'.repeat(64)}` };
  const wrong = [
    { version: '../../mf-other/1' },
    { version: '1; script-src *' },
    { entry: { ...file, path: 'web/../../x.js' } },
    { entry: { ...file, integrity: 'sha384-x' } },
    { entry: { ...file, size: '12' } },
    { entry: { ...file, size: -1 } },
    { manifest: null },
    { chunks: { module: [{ ...file, path: 'https://example.org/x.js' }] } },
    { more: 'x'.repeat(500_000) },
    { more: '😀'.repeat(125_000) },
    { reads: { a: [[[[[[[[]]]]]]]] } },
    { reads: null },
    { protocol: 'x' },
    { protocol: 0 },
  ];
  test('that every shell would refuse the registry with is refused', async () => {
    const message = expect.stringMatching(/^This is no release: /);
    for (const more of wrong)
      expect((await publish('4', more, token)).error, JSON.stringify(more).slice(0, 99)).toMatchObject({
        code: 'PT400',
        message,
      });
  });

  test('has no budget beyond the numbers of a shell', async () => {
    const text = JSON.stringify(release('mf-events', '4', { budget: 1 })).replace('"budget":1', '"budget":1e400');
    const publish = owner.query('select public.publish_release($1, $2::text::jsonb)', [token, text]);
    await expect(publish).rejects.toThrow('budget: expected a number');
  });

  test('is refused after a hundred of one token within a day; other tokens go on', async () => {
    const before = Array.from({ length: 100 }, (_, n) => published('mf-events', `9.${n}`));
    await owner.execute(before.join(';').replaceAll("'test'", `'events (token ${idOf(token)})'`));
    expect((await publish('5', {}, token)).error).toMatchObject({ code: 'PT429' });
    const withSize = { entry: { ...file, size: 12 } };
    expect((await publish('5', withSize, await tokenFor('publish'))).error).toBeNull();
  });
});

describe('operators', () => {
  test('are told from others by is_operator and in the list of accounts', async () => {
    const colleague = await backend.signUp(ADDRESS);
    for (const { client, id } of [backend.staff, colleague, backend.outsider]) {
      const { data: isOperator } = await client.rpc('is_operator');
      const { data } = await client.rpc('read_accounts', { skip: 0, take: 1 });
      const isOne = id === backend.staff.id;
      expect([isOperator, data?.may_name_operators ?? false]).toEqual([isOne, isOne]);
    }
  });

  test('are the first account and those that an operator names', async () => {
    const { client } = await backend.signUp(ADDRESS);
    const move = () => attempt(null, 'promote_release', { remote: 'mf-other', version: '1', ...promotion }, client);
    expect(await move()).toMatchObject({ code: '42501' });
    await call(null, 'name_operator', { address: 'Kollegin@example.com' }).throwOnError();
    expect(await move()).toBeNull();
  });

  test('are removed by operators only, and the last one cannot be removed', async () => {
    const colleague = await backend.signUp();
    const remove = async (one: Account, other: Account) =>
      (await one.client.rpc('remove_staff', { account: other.id })).error;
    expect(await remove(colleague, backend.staff)).toMatchObject({ code: '42501' });
    const message = 'The last operator cannot be removed.';
    expect(await remove(backend.staff, backend.staff)).toMatchObject({ code: 'PT409', message });
    expect(await remove(backend.staff, colleague)).toBeNull();
  });
});

describe('a statement', () => {
  const { remote: _, ...shown } = statement();
  const DAY = 24 * 60 * 60 * 1_000;
  const add = (by: string, more: Args = {}) => attempt(by, 'add_statement', { statement: statement(more) });
  const stored = async () => (await owner.query('select from shipping.statements')).length;

  test('is added with a team’s token and read by shells with the registry, once', async () => {
    const shell = await shellToken();
    expect(await add(token)).toBeNull();
    const { version, registry: read } = await readRegistry(shell);
    expect(read.remotes['mf-events'].statements).toEqual([shown]);
    expect(read.remotes['mf-other']).not.toHaveProperty('statements');
    expect(await add(token)).toBeNull();
    expect(await stored()).toBe(1);
    expect(await add(token, { signature: 'T'.repeat(86) })).toBeNull();
    expect((await readRegistry(shell, version)).registry.remotes['mf-events'].statements).toHaveLength(2);
  });

  test.each([
    ['publish', 'allow'],
    ['promote', 'revoke'],
  ])('needs the right to %s in order to %s, and no other', async (right, kind) => {
    expect(await add(await tokenFor(right), { kind })).toBeNull();
    const other = right === 'publish' ? 'promote' : 'publish';
    expect(await add(await tokenFor(other), { kind, number: 2 })).toMatchObject({ code: '42501' });
    expect(await stored()).toBe(1);
  });

  test('is refused and not stored: about another team’s remote, with a shell’s token, or malformed', async () => {
    expect(await add(token, { remote: 'mf-other' })).toMatchObject({ code: '42501' });
    expect(await add(await shellToken())).toMatchObject({ code: '42501' });
    expect(await add(operator(), { version: '9' })).toMatchObject({ code: 'PT404' });
    for (const more of [
      { kind: 'trust' },
      { kind: null },
      { hash: 'x' },
      { number: '1' },
      { number: 1.5 },
      { number: 10 ** 15 },
      { number: Date.now() + 2 * DAY },
      { signature: 'short' },
    ])
      expect(await add(operator(), more), JSON.stringify(more)).toMatchObject({ code: 'PT400' });
    expect(await stored()).toBe(0);
    expect(await add(token, { number: Date.now() + DAY - 60_000 })).toBeNull();
  });

  test('is refused after ten by one token about one version; other tokens go on, and revocations', async () => {
    for (let number = 1; number <= 10; number += 1) expect(await add(token, { number })).toBeNull();
    expect(await add(token, { number: 11 })).toMatchObject({ code: 'PT409' });
    expect(await add(await tokenFor('publish'), { number: 11 })).toBeNull();
    expect(await add(await tokenFor('promote'), { number: 12, kind: 'revoke' })).toBeNull();
    expect(await stored()).toBe(12);
  });

  test('is refused after a hundred permissions by one token within a day; revocations go on', async () => {
    await owner.query(
      `insert into shipping.statements (remote, version, kind, hash, number, signature, added_by)
       select 'mf-events', '2', 'allow', repeat('a', 64), n, repeat('A', 86), $1 from generate_series(1, 100) n`,
      [`events (token ${idOf(token)})`],
    );
    const message = expect.stringContaining('100 statements within a day');
    expect(await add(token)).toMatchObject({ code: 'PT429', message });
    expect(await add(token, { kind: 'revoke' })).toBeNull();
    await owner.execute(`
      alter table shipping.statements disable trigger refuse_change;
      update shipping.statements set added_at = now() - interval '1 day';
      alter table shipping.statements enable trigger refuse_change`);
    expect(await add(token)).toBeNull();
  });

  test('is deleted by an operator, by its signature, and by no team', async () => {
    await add(token);
    await add(token, { signature: 'B'.repeat(86) });
    const prune = async (by: string) =>
      call(by, 'prune_statements', { remote: 'mf-events', signatures: ['B'.repeat(86)] }, as.visitor);
    expect((await prune(await tokenFor('promote'))).error).toMatchObject({ code: '42501' });
    expect((await prune(operator())).data).toBe(1);
    expect(await stored()).toBe(1);
  });

  test('stays as it is', async () => {
    await add(operator());
    for (const change of ["update shipping.statements set kind = 'revoke'", 'delete from shipping.statements'])
      await expect(owner.query(change)).rejects.toThrow('What is in statements stays as it is.');
  });

  test('is read with its release by tokens of all kinds, and by no visitor', async () => {
    await add(operator());
    const read = (by: string | null, version = '1') =>
      call(by, 'read_release', { remote: 'mf-events', version }, as.visitor);
    const known = { all_statements: [shown], highest: shown.number, versions: ['1', '2', '3'] };
    for (const by of [token, await shellToken(), operator()])
      expect((await read(by)).data).toMatchObject({ release: release('mf-events', '1'), statements: [shown] });
    expect((await read(operator(), '9')).data).toEqual(known);
    expect((await read(null)).error).toMatchObject({ code: '42501' });
  });
});
