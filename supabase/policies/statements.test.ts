import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { release } from './calls.ts';

let backend: PolicyBackend;
let operator: string;
beforeAll(async () => {
  backend = await startPolicyBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.owner.execute(`
    truncate shipping.teams, shipping.team_members, shipping.deploy_tokens, shipping.remotes, shipping.releases,
      shipping.release_history, shipping.version_counts, shipping.statements;
    insert into shipping.teams (name) values ('events');
    insert into shipping.remotes (name, team, slot, live) values ('mf-events', 'events', 5, null), ('mf-other', null, 6, null);
    ${['mf-events', 'mf-other'].map((name) => published(name)).join(';')};
    update shipping.remotes set live = '1'`);
  operator = await made('shipping.operator_token()');
});

const published = (name: string) => `
  insert into shipping.releases (remote, version, document, published_by)
  values ('${name}', '1', '${JSON.stringify(release(name, '1'))}', 'test')`;
async function made(sql: string): Promise<string> {
  const [row] = await backend.owner.query<{ token: string }>(`select ${sql} as token`);
  return row?.token ?? '';
}
const tokenFor = (may: string, kind = 'team') =>
  made(`shipping.create_deploy_token('${operator}', '${kind}', 'events', '{${may}}', 1)`);

const statement = (more = {}) => ({
  remote: 'mf-events',
  version: '1',
  kind: 'allow',
  hash: 'a'.repeat(64),
  number: 1_764_000_000_000,
  signature: 'S'.repeat(86),
  ...more,
});
const add = async (token: string | null, more = {}) =>
  (await backend.as.visitor.rpc('add_statement', { token, statement: statement(more) })).error;
const stored = () => backend.owner.query('select kind, number from shipping.statements order by id');

test('a team’s token adds statements, which shells read with the registry, once each', async () => {
  const token = await tokenFor('publish');
  expect(await add(token)).toBeNull();
  const read = async (known: string | null) =>
    (await backend.as.visitor.rpc('read_registry', { token: await tokenFor('', 'shell'), known })).data;
  const { version, registry } = await read(null);
  const { remote: _, ...shown } = statement();
  expect(registry.remotes['mf-events'].statements).toEqual([shown]);
  expect(registry.remotes['mf-other']).not.toHaveProperty('statements');
  expect(await add(token)).toBeNull();
  expect(await stored()).toHaveLength(1);
  expect(await add(token, { signature: 'T'.repeat(86) })).toBeNull();
  expect((await read(version)).registry.remotes['mf-events'].statements).toHaveLength(2);
});

test.each([
  ['publish', 'allow', null],
  ['promote', 'allow', '42501'],
  ['promote', 'revoke', null],
  ['publish', 'revoke', '42501'],
])('a token that may only %s a release: a statement to %s is met with %j', async (may, kind, code) => {
  expect((await add(await tokenFor(may), { kind }))?.code ?? null).toBe(code);
  expect(await stored()).toHaveLength(code === null ? 1 : 0);
});

describe('is refused and stores nothing', () => {
  test('without a token, also for an operator’s session', async () => {
    for (const { client } of [backend.outsider, backend.staff]) {
      const { error } = await client.rpc('add_statement', { token: null, statement: statement() });
      expect(error?.code).toBe('42501');
    }
    expect((await add(null))?.code).toBe('42501');
    expect(await stored()).toEqual([]);
  });

  test('another team’s remote, and a shell’s token', async () => {
    expect((await add(await tokenFor('publish'), { remote: 'mf-other' }))?.code).toBe('42501');
    expect((await add(await tokenFor('', 'shell')))?.code).toBe('42501');
    expect(await stored()).toEqual([]);
  });

  test.each([
    [{ kind: 'trust' }, 'PT400'],
    [{ kind: null }, 'PT400'],
    [{ hash: 'x' }, 'PT400'],
    [{ number: '1' }, 'PT400'],
    [{ number: 1.5 }, 'PT400'],
    [{ number: 10 ** 15 }, 'PT400'],
    [{ signature: 'short' }, 'PT400'],
    [{ version: '2' }, 'PT404'],
  ])('%j', async (more, code) => {
    expect((await add(operator, more))?.code).toBe(code);
    expect(await stored()).toEqual([]);
  });

  test('what comes after forty about one version', async () => {
    const token = await tokenFor('publish');
    for (let number = 1; number <= 40; number += 1) expect(await add(token, { number })).toBeNull();
    expect((await add(token, { number: 41 }))?.code).toBe('PT409');
    expect(await stored()).toHaveLength(40);
  });
});

test('what is stated stays as it is', async () => {
  await add(operator);
  for (const change of ["update shipping.statements set kind = 'revoke'", 'delete from shipping.statements'])
    await expect(backend.owner.query(change)).rejects.toThrow('What is in statements stays as it is.');
});

test('a published release is read with its statements by tokens of all kinds, and by no visitor', async () => {
  await add(operator);
  const read = (token: string | null, version = '1') =>
    backend.as.visitor.rpc('read_release', { token, remote: 'mf-events', version });
  const { remote: _, ...shown } = statement();
  for (const token of [await tokenFor('publish'), await tokenFor('', 'shell'), operator]) {
    expect((await read(token)).data).toEqual({
      release: release('mf-events', '1'),
      statements: [shown],
      highest: shown.number,
      versions: ['1'],
    });
  }
  expect((await read(operator, '2')).data).toEqual({ highest: shown.number, versions: ['1'] });
  expect((await read(null)).error?.code).toBe('42501');
});

test.each([
  [{ size: 12 }, null],
  [{ size: '12' }, 'PT400'],
  [{ size: -1 }, 'PT400'],
])('a release with a file of %j is met with %j', async (size, code) => {
  const made = release('mf-events', '5');
  const { error } = await backend.as.visitor.rpc('publish_release', {
    token: await tokenFor('publish'),
    release: { ...made, entry: { ...made.entry, ...size } },
  });
  expect(error?.code ?? null).toBe(code);
});
