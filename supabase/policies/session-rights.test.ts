import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { release } from './calls.ts';

const by = { author: '', reason: 'Probe' };
const ORIGIN = 'https://cdn.example/store/mf-events';

let backend: PolicyBackend;
let operator: string;
/** A token of the team that owns mf-events, with all rights. */
let team: string;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.restore();
  await backend.owner.query('update auth.sessions set created_at = now()');
  const [made] = await backend.owner.query<{ token: string }>('select shipping.operator_token() as token');
  operator = made?.token ?? '';
  await call(operator, 'add_team', { team: 'events', owns: ['mf-events'], members: [] });
  team = await tokenFor('publish', 'canary', 'promote');
  for (const version of ['1', '2', '3']) {
    await call(team, 'publish_release', { release: release('mf-events', version) });
  }
  for (const version of ['1', '2']) expect((await promote(operator, version)).error).toBeNull();
});
afterAll(() => backend.close());

/** With null: the session of an operator. */
const call = (token: string | null, name: string, args: Record<string, unknown>) =>
  backend.as[token === null ? 'staff' : 'visitor'].rpc(name, { token, ...args });
const tokenFor = async (...may: string[]): Promise<string> =>
  (await call(operator, 'create_deploy_token', { kind: 'team', team: 'events', may, days: 1 })).data;
const promote = (token: string | null, version: string, more = {}) =>
  call(token, 'promote_release', { remote: 'mf-events', version, ...by, origin: null, started_from: null, ...more });
const canary = (token: string | null, version: string, percent = 10) =>
  call(token, 'canary_release', { remote: 'mf-events', version, percent, ...by });
const events = async () => (await call(operator, 'read_registry', { known: null })).data.registry.remotes['mf-events'];

describe('the session of an operator', () => {
  test.each([
    ['publishes nothing', () => call(null, 'publish_release', { release: release('mf-events', '4') })],
    ['promotes no version that was only published', () => promote(null, '3')],
    ['makes no canary of a version that was only published', () => canary(null, '3')],
    ['gives no origin, also not the registered one', () => promote(null, '1', { origin: ORIGIN })],
    ['does not say what a start published', () => promote(null, '1', { started_from: 'hash' })],
    ['does not say where remotes are served', () => call(null, 'serve_remotes', { address: 'http://127.0.0.1:1' })],
    ['prepares no remote', () => call(null, 'prepare_remote', { remote: 'mf-new', is_coming: true })],
    ['adds no origin', () => call(null, 'add_origin', { address: ORIGIN })],
    ...['promote', 'canary'].map(
      (right) =>
        [
          `makes no token that may ${right}`,
          () => call(null, 'create_deploy_token', { kind: 'team', team: 'events', may: ['publish', right], days: 1 }),
        ] as const,
    ),
  ] as const)('%s', async (_what, attempt) => {
    await promote(operator, '2', { origin: ORIGIN });
    const before = await events();
    expect((await attempt()).error?.code).toBe('42501');
    expect(await events()).toEqual(before);
  });

  test('moves versions that were live or a canary, and makes tokens of shells and such that publish', async () => {
    expect((await canary(null, '1')).error).toBeNull();
    expect((await promote(null, '1')).error).toBeNull();
    await canary(operator, '3');
    await canary(operator, '3', 0);
    expect((await promote(null, '3')).error).toBeNull();
    const make = (args: object) => call(null, 'create_deploy_token', { days: 1, ...args });
    expect((await make({ kind: 'team', team: 'events', may: ['publish'] })).error).toBeNull();
    expect((await make({ kind: 'shell', team: null, may: null })).error).toBeNull();
  });

  const acts = {
    move_remote: async () => ({
      remote: 'mf-events',
      action: 'rollback',
      reason: 'Probe',
      newest_move: await newest(),
    }),
    add_team: async () => ({ token: null, team: 'more', owns: [], members: [] }),
    name_operator: async () => ({ token: null, address: await own() }),
    create_deploy_token: async () => ({ token: null, kind: 'shell', team: null, may: null, days: 1 }),
  };
  const own = async () => (await backend.as.staff.auth.getUser()).data.user?.email;
  const newest = async () =>
    (await backend.as.staff.rpc('platform_overview', { skip: 0, take: 1 })).data.remotes[0].newest_move;

  test.each(Object.entries(acts))('does %s only within 15 minutes of its sign-in', async (name, args) => {
    const old = "update auth.sessions set created_at = now() - interval '16 minutes'";
    await backend.owner.query(old);
    await backend.as.staff.auth.refreshSession();
    expect((await backend.as.staff.rpc(name, await args())).error).toMatchObject({
      code: 'PT401',
      hint: 'reauthenticate',
      message: expect.stringContaining('Sign in again'),
    });
    await backend.owner.query("update auth.sessions set created_at = now() - interval '14 minutes'");
    expect((await backend.as.staff.rpc(name, await args())).error).toBeNull();
  });

  test('revokes tokens whenever it was made', async () => {
    await backend.owner.query("update auth.sessions set created_at = now() - interval '16 minutes'");
    expect((await call(null, 'revoke_deploy_token', { id: team.split('_')[1] })).error).toBeNull();
    expect((await promote(team, '1')).error?.message).toBe('This token is revoked.');
  });
});

describe('the right canary', () => {
  const moves = {
    promote_release: { version: '3', origin: null, started_from: null },
    roll_back_remote: {},
    retire_remote: {},
  };

  test('lets no token promote, by any call', async () => {
    const pipeline = await tokenFor('publish', 'canary');
    const before = await events();
    for (const [name, args] of Object.entries(moves)) {
      expect((await call(pipeline, name, { remote: 'mf-events', ...by, ...args })).error?.code, name).toBe('42501');
    }
    for (const [name, args] of [
      ['prepare_remote', { remote: 'mf-events', is_coming: true }],
      ['serve_remotes', { address: 'https://cdn.example:443' }],
      ['create_deploy_token', { kind: 'team', team: 'events', may: ['promote'], days: 1 }],
      ['add_team', { team: 'events', owns: ['mf-events'], members: [] }],
      ['add_origin', { address: ORIGIN }],
    ] as const) {
      expect((await call(pipeline, name, args)).error?.code, name).toBe('42501');
    }
    expect((await call(pipeline, 'check_addresses', { remote: 'mf-events', version: '3' })).error).toBeNull();
    expect((await canary(pipeline, '3', 26)).error?.code).toBe('42501');
    expect(await events()).toEqual(before);
    expect((await canary(pipeline, '3', 25)).error).toBeNull();
    expect((await canary(pipeline, '3', 0)).error).toBeNull();
  });

  test('has the share of 25 percent as its limit, which operators do not have', async () => {
    expect((await canary(team, '3', 26)).error?.message).toContain('at most 25 percent');
    expect((await canary(team, '3', 25)).error).toBeNull();
    expect((await canary(operator, '3', 100)).error).toBeNull();
  });

  test('has a promotion follow after 10 minutes, unless an operator promotes', async () => {
    await canary(team, '3');
    const early = { code: 'PT409', message: expect.stringContaining('began less than 10 minutes ago') };
    expect((await promote(team, '3')).error).toMatchObject(early);
    await canary(team, '3', 0);
    expect((await promote(team, '3')).error).toMatchObject(early);
    expect((await promote(team, '1')).error).toBeNull();
    expect((await promote(operator, '3')).error).toBeNull();
    await promote(team, '2');
    expect((await promote(team, '3')).error).toBeNull();
  });

  test('has a promotion succeed 10 minutes after the canary began', async () => {
    await canary(team, '3');
    await backend.owner.execute(`
      alter table shipping.release_history disable trigger refuse_change;
      update shipping.release_history set time = time - interval '10 minutes' where action = 'canary';
      alter table shipping.release_history enable trigger refuse_change`);
    expect((await promote(team, '3')).error).toBeNull();
  });
});

describe('an origin', () => {
  test.each([
    'javascript:alert(1)',
    'https://x/;script-src',
    'https://x/a b',
    '//x',
    'http://cdn.example/store',
    'http://127.0.0.1.example/store',
    'https://cdn.example/store/../evil',
  ])('%s is refused from everybody', async (origin) => {
    for (const token of [team, operator]) expect((await promote(token, '3', { origin })).error?.code).toBe('PT400');
    expect((await call(operator, 'add_origin', { address: origin })).error?.code).toBe('PT400');
  });

  test('is accepted from a team when an operator listed it, for this remote or for any', async () => {
    expect((await promote(team, '1', { origin: ORIGIN })).error).toMatchObject({
      code: '42501',
      message: expect.stringContaining(`pnpm remote origin add ${ORIGIN} --for mf-events`),
    });
    const add = (address: string, remote?: string) => call(operator, 'add_origin', { address, remote });
    await add('https://cdn.example/store', 'mf-other');
    await add('https://cdn.example/sto');
    expect((await promote(team, '1', { origin: ORIGIN })).error?.code).toBe('42501');
    await add('https://cdn.example/store/');
    expect((await promote(team, '1', { origin: ORIGIN })).error).toBeNull();
    expect((await events()).origin).toBe(ORIGIN);
  });

  test('of an operator’s token is listed by its first promotion, and stays registered when it is removed', async () => {
    expect((await promote(operator, '1', { origin: ORIGIN })).error).toBeNull();
    expect((await call(operator, 'read_origins', {})).data).toEqual([{ address: ORIGIN, remote: 'mf-events' }]);
    const remove = (remote?: string) => call(operator, 'remove_origin', { address: ORIGIN, remote });
    expect((await remove()).error).toMatchObject({ code: 'PT404', message: expect.stringContaining('for mf-events') });
    expect((await remove('mf-events')).error).toBeNull();
    expect((await promote(team, '2', { origin: ORIGIN })).error).toBeNull();
    expect((await promote(team, '1', { origin: `${ORIGIN}/x` })).error?.code).toBe('42501');
  });

  test('is listed with operators’ tokens only', async () => {
    for (const [name, args] of [
      ['add_origin', { address: ORIGIN }],
      ['remove_origin', { address: ORIGIN }],
      ['read_origins', {}],
    ] as const) {
      for (const token of [team, null]) expect((await call(token, name, args)).error?.code, name).toBe('42501');
    }
  });
});
