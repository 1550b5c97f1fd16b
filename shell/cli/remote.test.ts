import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../build/workspace.ts';
import { NO_KEYS } from '../registry/provenance/keys.ts';
import { openRegistry, overHttp } from '../registry/registry.ts';
import type { Release } from '../registry/schema.ts';
import { localStore, storeSettings } from '../registry/store/open-store.ts';
import { by } from '../registry/testing/release.ts';
import { temporaryServer } from '../server/testing/temporary.ts';
import { check } from './checks/check.ts';
import { nameOf, openCli } from './testing/open-cli.ts';
import { done } from './testing/run-remote.ts';

const { backend, dataDir, registry, remote, remoteWith, publishTiny, live } = openCli();

/** The runtime of a generation as a shell keeps it, with the worker of this build. */
async function keepRuntimeOf(contract: number): Promise<void> {
  const folder = path.join(dataDir(), 'runtimes', `${contract}-kept`);
  await cp(path.join(ROOT, 'shell', 'dist', 'server'), path.join(folder, 'server'), { recursive: true });
  await writeFile(path.join(folder, 'runtime.json'), JSON.stringify({ contract, singletons: { react: '19.1.0' } }));
}

test('a team publishes, starts a canary, promotes, rolls back, reads the history and retires a remote', async () => {
  const one = await publishTiny({ text: 'one' });
  const two = await publishTiny({ text: 'two' });
  const [first, second] = [nameOf(one), nameOf(two)];

  expect(await remote('promote', first, '--reason', 'the first')).toEqual(done(`live ${first}`));
  expect(await remote('canary', second, '--percent', '10', '--margin', '3')).toEqual(done(`canary ${second} 10%`));
  const canary = (await live())?.canary;
  expect(canary).toMatchObject({ percent: 10, margin: 3, release: { version: two.version } });
  const shell = openRegistry(overHttp({ ...backend().access, token: backend().shellToken }));
  const counts = { since: canary?.since ?? '', renders: 90, failures: 1, reports: 2 };
  await shell.addCounts([{ remote: 'mf-tiny', pattern: '/tiny', version: one.version, ...counts }]);
  expect((await remote('status')).out).toContain(
    `  canary ${two.version} 10% since ${canary?.since}, margin 3: 0 of 0 pages failed, 0 reports; beside it 1 of 90 pages failed, 2 reports\n`,
  );
  expect(await remote('canary', second, '--percent', '0')).toEqual(done(`canary ${second} 0%`));
  expect(await remote('promote', second)).toEqual(done(`live ${second}`));
  expect(await remote('rollback', 'mf-tiny', '--reason', 'slower')).toEqual(done(`live ${first}`));

  const lines = (await remote('history', 'mf-tiny')).out.trimEnd().split('\n');
  const actions = ['rollback', 'promote', 'canary 0%', 'canary 10%', 'promote'];
  expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual(actions);
  expect(lines[0]).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT.*Z {2}rollback +${one.version} {2}\\S.* {2}slower$`));

  expect((await remote('status')).out).toMatch(new RegExp(`^mf-tiny  ${one.version}  \\S+Z  \\S.*  no canary\n$`));
  expect(await remote('retire', 'mf-tiny')).toEqual(done('retired mf-tiny'));
  expect(await live()).toBeUndefined();
  expect(await remote('promote', second)).toEqual(done(`live ${second}`));
  expect((await live())?.live.version).toBe(two.version);
});

test('with --json, results and errors are JSON', async () => {
  const { version } = await publishTiny();
  const promoted = await remote('promote', `mf-tiny@${version}`, '--json', '--reason', 'why not');
  expect(JSON.parse(promoted.out)).toEqual({ done: 'promoted', remote: 'mf-tiny', version });
  const { history } = JSON.parse((await remote('history', 'mf-tiny', '--json')).out);
  const change = { time: expect.any(String), author: expect.stringMatching(/./), reason: 'why not' };
  expect(history).toEqual([{ version, action: 'promote', ...change }]);
  const failed = await remote('rollback', 'mf-tiny', '--json');
  expect(failed).toMatchObject({ code: 1, err: '' });
  expect(JSON.parse(failed.out)).toEqual({ error: `mf-tiny has no earlier version than ${version} to go back to` });
});

test('all commands are listed, and each explains itself', async () => {
  const { out, code } = await remote('--help');
  expect(code).toBe(0);
  for (const name of ['publish', 'check', 'promote', 'canary', 'rollback', 'history', 'retire'])
    expect(out).toMatch(new RegExp(`^  ${name} NAME`, 'm'));
  const usage = expect.stringContaining('usage: pnpm remote canary NAME@VERSION --percent N');
  expect(await remote('canary', '--help')).toMatchObject({ code: 0, out: usage });
});

const ORIGIN = ['origin', 'add', 'https://cdn.example'];
const TOKEN = ['token', 'create', '--team', 'x'];
const CANARY = ['canary', 'mf-tiny@1', '--percent'];
const PERCENT = 'expected a whole number from 0 to 100';

const REFUSED: readonly (readonly [readonly string[], string])[] = [
  [['nix'], 'unknown command "nix"; expected one of: build, publish, sign, '],
  [['promote'], 'got nothing; expected: pnpm remote promote NAME@VERSION'],
  [['rollback', 'mf-tiny', 'mf-other'], 'got "mf-tiny" "mf-other"; expected: pnpm remote rollback NAME'],
  [['rollback', 'mf-tiny', '--force'], "Unknown option '--force'; expected: pnpm remote rollback NAME"],
  [['publish', 'mf-nix'], 'unknown remote "mf-nix"; expected one of: mf-admin, mf-blog, '],
  [['rollback', 'mf-nix'], 'unknown remote "mf-nix"; expected one of: mf-tiny'],
  [['history', '../..'], 'unknown remote "../.."; expected one of: mf-tiny'],
  [['promote', 'mf-tiny'], '"mf-tiny" names no version; expected NAME@VERSION; expected one of: 1.0.0-'],
  [['promote', 'mf-tiny@2'], 'mf-tiny has no version "2"; expected one of: 1.0.0-'],
  [['check', 'mf-tiny@../..'], 'mf-tiny has no version "../.."; expected one of: 1.0.0-'],
  [['canary', 'mf-tiny@1'], `--percent is missing; ${PERCENT}`],
  [[...CANARY, '101'], `--percent is "101"; ${PERCENT}`],
  [[...CANARY, '9', '--margin=-1'], `--margin is "-1"; ${PERCENT}`],
  [['promote', 'mf-tiny@1', '--origin'], "Option '--origin <value>' argument missing; expected: "],
  [['promote', 'mf-tiny@1', '--store', 's3://'], 'the store is "s3://"; expected a folder or s3://bucket/path'],
  [['retire', 'mf-tiny'], 'mf-tiny was never live; expected one that is live: there is none'],
  [['sign', 'mf-tiny@1'], '--key is missing; expected the file of a secret key'],
  [['sign', 'mf-tiny@1', '--key', 'none.key'], 'cannot be read; expected the file of a secret key'],
  [['revoke', 'mf-tiny@1', '--key', 'package.json'], 'is no secret key; expected a file of pnpm remote key create'],
  [['token', 'create'], 'expected --team TEAM, --shell, --pictures or --sources'],
  [[...TOKEN, '--shell'], 'expected --team TEAM, --shell, --pictures or --sources'],
  [[...TOKEN, '--may', 'all'], '--may is "all"; expected one or more of publish, canary, promote'],
  [[...TOKEN, '--days', '0'], '--days is "0"; expected a whole number from 1 to 366'],
  [TOKEN, 'There is no team "x".'],
  [['token', 'revoke', 'none'], 'There is no token "none"'],
  [['origin', 'add', 'http://cdn.example'], '"http://cdn.example" is no origin; expected an address like https://'],
  [[...ORIGIN, '--for', 'blog'], '"blog" is no remote; expected mf-<name>.'],
  [['origin', 'remove', 'https://none.example'], '"https://none.example" is not on the list; expected one of: '],
  [['team', 'add'], 'got nothing; expected: pnpm remote team add TEAM'],
];

test('a wrong call is refused, and the error names the fault and what is expected', async () => {
  await publishTiny();
  for (const [args, message] of REFUSED) {
    const { code, out, err } = await remote(...args);
    expect({ code, out, err }, args.join(' ')).toEqual({ code: 1, out: '', err: expect.stringContaining(message) });
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  }
});

describe('the checks', () => {
  const failingChecks = async (release: Release) => {
    const published = await registry().readRelease(release.name, release.version);
    const store = storeSettings({}, dataDir(), ROOT);
    const target = { dataDir: dataDir(), registry: registry(), store, trustedKeys: NO_KEYS };
    return (await check(target, { release, published })).filter(({ state }) => state === 'failed');
  };
  const throwing = `exports.remote = { contract: 2, id: 'mf-tiny', routes: [
    { id: 'tiny', path: '/tiny', Component() { throw new Error('kaputt'); } } ] };`;
  const answering = (path: string) => `const React = require('react');
    const Component = () => React.createElement('p', null, 'Hallo');
    exports.remote = { contract: 2, id: 'mf-tiny', routes: [{ id: 'tiny', path: '/tiny', Component }],
      resources: [{ path: '${path}', respond: async () => new Response('') }] };`;
  const owning = (path: string) => ({ server: answering(path), release: { resources: [path] } });
  const withPreHydration = (preHydration?: string) => ({
    server: answering('/feed.xml').replace("'/tiny',", "'/tiny', handle: { preHydration: 'tiny' },"),
    release: { resources: ['/feed.xml'] },
    ...(preHydration && { preHydration }),
  });
  const routeless = `exports.remote = { contract: 2, id: 'mf-tiny', routes: [] };`;

  test('list what they have checked of a good version', async () => {
    const { code, out } = await remote('check', nameOf(await publishTiny()));
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toEqual([
      'ok    contract       2',
      'ok    addresses      /tiny',
      'ok    singletons     react ^19.0.0',
      'ok    files          3 files in the store; served once the remote is live',
      'ok    server         renders /tiny, with a backend that fails: the platform does not run',
      'ok    pages          /tiny',
      'skip  browser        no page was looked at in a browser: BROWSER_PATH is none',
      'ok    weight         0.0 kB of 1 kB for every page',
      'ok    pre-hydration  none',
      'ok    provenance     not recorded',
      'ok    signature      none is asked for',
    ]);
  });

  test('find the pre-hydration script that a page names', async () => {
    const release = await publishTiny(withPreHydration('x'.repeat(4_096)));
    expect(await failingChecks(release)).toEqual([]);
  });

  const wanting = (singletons: Record<string, string>) => ({ release: { singletons } });
  const TAKEN = "addresses: mf-tiny claims /taken/x, but mf-owner's page /taken/:id is answered there";
  const UNSHARED = 'server: mf-tiny@1.0.0- requires node:fs, which the shell does not share';

  test.each<readonly [readonly string[], Parameters<typeof publishTiny>[0]]>([
    [
      [
        'addresses: mf-tiny claims /login, but the shell itself answers /login',
        'singletons: react ^18.0.0 is wanted, ',
      ],
      { routes: ['/login'], ...wanting({ react: '^18.0.0' }) },
    ],
    [
      ['addresses: mf-tiny claims /taken/:x, which mf-owner owns as /taken/:id', 'singletons: vue ^3.0.0 is wanted, '],
      { routes: ['/taken/:x'], ...wanting({ vue: '^3.0.0' }) },
    ],
    [
      ['addresses: mf-tiny claims /owned.xml, which mf-owner owns', 'files: web/css/a.css is shown by no page: write'],
      { ...owning('/owned.xml'), more: { 'web/css/a.css': 'p{}' } },
    ],
    [[TAKEN], owning('/taken/x')],
    [
      ['singletons: the release does not state for which versions', 'weight: 0.0 kB of 0.001 kB for every page; the '],
      { text: 'x', release: { singletons: {}, budget: 0.001 } },
    ],
    [['server: /tiny renders with status 500: render: Error: kaputt'], { server: throwing }],
    [['server: the release owns /tiny, but its module has no route for it'], { server: routeless }],
    [['server: the module answers /feed.xml; expected it in its'], { server: answering('/feed.xml') }],
    [['server: the release owns /none.xml, but its module has no'], { release: { resources: ['/none.xml'] } }],
    [[UNSHARED], { server: 'exports.remote = require("node:fs");' }],
    [['server: /tiny names the pre-hydration script tiny, which the release does not have'], withPreHydration()],
    [
      ['pre-hydration: pre-hydration-tiny weighs 4097 bytes; expected at most 4096'],
      withPreHydration('x'.repeat(4_097)),
    ],
  ])('find %j', async (expected, tiny) => {
    const owner = { name: 'mf-owner', routes: ['/taken/:id'], release: { resources: ['/owned.xml'] } };
    await registry().promote(await publishTiny(owner), by);
    const found = await failingChecks(await publishTiny(tiny));
    expect(found.map(({ check: name, detail }) => `${name}: ${detail.replace(/@1\.0\.0-\w+/, '@1.0.0-')}`)).toEqual(
      expected.map((text) => expect.stringContaining(text)),
    );
  });

  test('find the page whose address a release claims, and promote refuses it, too', async () => {
    const page = "insert into pages (slug, title, content) values ('tiny', 'Klein', 'Text')";
    await backend().backend.database.query(page);
    onTestFinished(() => backend().backend.database.execute("delete from pages where slug = 'tiny'"));
    const release = await publishTiny();
    const detail = 'mf-tiny claims /tiny, but the page “Klein” has the address /tiny';
    expect(await failingChecks(release)).toEqual([{ check: 'addresses', state: 'failed', detail }]);
    const { code, err } = await remote('promote', `mf-tiny@${release.version}`);
    expect([code, err]).toEqual([1, expect.stringContaining(detail)]);
    expect(await live()).toBeUndefined();
  });

  /** A shell that serves these generations, at the address of the site. */
  function siteServing(...contracts: readonly number[]): Promise<string> {
    const generations = contracts.map((contract) => ({ contract, singletons: { react: `19.${contract}.0` } }));
    const platform = { supabase: { url: 'http://127.0.0.1:1', key: '' }, generations };
    return temporaryServer((_, response) => response.end(JSON.stringify(platform)));
  }

  test('compare with the shell that runs at SITE_URL', async () => {
    const release = await publishTiny({ release: { singletons: { react: '~19.2.0' } } });
    const { code, out } = await remoteWith({ SITE_URL: await siteServing(3) }, 'check', nameOf(release));
    expect(code).toBe(1);
    for (const name of ['contract  ', 'singletons'])
      expect(out).toContain(`FAIL  ${name}     the release is of generation 2; expected 3, for which the shell has`);
  });

  test('run a release of the generation before on its runtime, which this machine needs', async () => {
    // The module is of the generation of the worker that stands in for the one before.
    const release = await publishTiny({ release: { contract: 1, singletons: { react: '~19.1.0' } } });
    const SITE_URL = await siteServing(2, 1);
    const checked = () => remoteWith({ SITE_URL }, 'check', nameOf(release));
    const missing = `this machine has no runtime of generation 1 to run the code on; expected one in ${dataDir()}/runtimes`;
    const failing = expect.stringContaining(`FAIL  server         ${missing}`);
    expect(await checked()).toMatchObject({ code: 1, out: failing });
    await keepRuntimeOf(1);
    const passing = expect.stringMatching(/ok {4}contract {7}1\n.*ok {4}server {9}renders \/tiny/s);
    expect(await checked()).toMatchObject({ code: 0, out: passing });
  });

  test.each([
    ['changed', 'does not have the stated hash'],
    ['missing', 'is missing'],
    ['added', 'is not the one that was published'],
  ])('find a file %s', async (how, message) => {
    const release = await publishTiny();
    const web = path.join(localStore(dataDir()), 'mf-tiny', release.version, 'web');
    if (how === 'missing') await rm(path.join(web, 'remoteEntry.js'));
    else await writeFile(path.join(web, how === 'added' ? 'more.js' : 'remoteEntry.js'), 'other');
    const [failing] = await failingChecks(release);
    expect(failing).toMatchObject({ check: 'files', detail: expect.stringContaining(message) });
  });

  test('refuse to promote a failing version and to start a canary with it', async () => {
    const good = await publishTiny();
    await registry().promote(good, by);
    const bad = await publishTiny({ server: throwing });
    const failing = expect.stringContaining('\nFAIL  server         /tiny renders');
    expect(await remote('check', nameOf(bad))).toMatchObject({ code: 1, out: failing });
    for (const command of [['promote'], ['canary', '--percent', '10']]) {
      const { code, err } = await remote(...command, nameOf(bad));
      expect(code).toBe(1);
      expect(err).toMatch(/^mf-tiny@\S+ does not pass its checks: server: .*kaputt.*\n$/);
    }
    expect(await live()).toMatchObject({ live: { version: good.version }, history: [{ action: 'promote' }] });
    expect((await live())?.canary).toBeUndefined();
  });
});

test('generations are listed with what needs them, and only one that nothing needs is removed', async () => {
  const old = await publishTiny({ text: 'old', release: { contract: 1 } });
  const now = await publishTiny({ text: 'now' });
  const listed = async () => (await remote('generations')).out;
  const removing = async (contract: string) => {
    const { code, out, err } = await remote('generations', '--remove', contract);
    return code === 0 ? out : err;
  };
  await keepRuntimeOf(1);
  await registry().promote(old, by);
  expect(await listed()).toContain(`generation 1  not served  react 19.1.0  needed by ${nameOf(old)} (live)`);
  await registry().promote(now, by);
  expect(await removing('1')).toContain(`generation 1 is needed by ${nameOf(old)} (to go back to)`);
  await registry().retire('mf-tiny', by);
  expect(await listed()).toContain('generation 1  not served  react 19.1.0  needed by nothing');
  expect(await removing('1')).toContain('removed the runtime of generation 1');
  expect(await removing('1')).toContain('keeps no runtime of generation 1');
  await keepRuntimeOf(2);
  expect(await removing('2')).toContain('generation 2 is the newest that the shell serves; expected an older one');
});

/** The output of a command with this token. */
async function printed(REMOTE_TOKEN: string, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await remoteWith({ REMOTE_TOKEN }, ...args);
  return (code === 0 ? out : err).trimEnd();
}

test('operators make teams and tokens, and a team ships what it owns, until its token is revoked', async () => {
  const operator = backend().access.token;
  expect(await printed(operator, 'team', 'add', 'tiny', '--owns', 'mf-tiny, mf-more')).toBe('team tiny');
  const token = await printed(operator, 'token', 'create', '--team', 'tiny', '--may', 'promote', '--days', '3');
  const shell = await printed(operator, 'token', 'create', '--shell');
  const id = token.split('_')[1] ?? '';
  expect([token, shell]).toEqual([expect.stringMatching(/^ki_\w{12}_\w{64}$/), expect.stringMatching(/^ki_/)]);

  const mine = await publishTiny();
  const others = await publishTiny({ name: 'mf-others', routes: ['/others'] });
  expect(await printed(token, 'promote', nameOf(others))).toBe(`tiny (token ${id}) does not own mf-others.`);
  expect(await printed(token, 'promote', nameOf(mine))).toBe(`live ${nameOf(mine)}`);
  expect(await printed(shell, 'retire', 'mf-tiny')).toMatch(/^shell \(token \w+\) may not promote\.$/);
  expect(await printed(token, 'status')).toMatch(
    new RegExp(`^mf-tiny  ${mine.version}  \\S+Z  tiny \\(token ${id}\\), .*  no canary$`),
  );

  expect(await printed(token, 'token', 'revoke', id)).toBe(
    `Only operators may do this; REMOTE_TOKEN is the token ${id}`,
  );
  expect(await printed(operator, 'token', 'revoke', id)).toBe(`revoked ${id}`);
  expect(await printed(token, 'retire', 'mf-tiny')).toBe('This token is revoked.');
});

test('operators list origins', async () => {
  const operator = backend().access.token;
  const url = 'https://cdn.example/store';
  expect(await printed(operator, 'origin', 'add', url)).toBe(`origin ${url}  any remote`);
  expect(await printed(operator, 'origin', 'add', url, '--for', 'mf-tiny')).toBe(`origin ${url}  mf-tiny`);
  expect(await printed(operator, 'origin', 'list')).toBe(`${url}  mf-tiny\n${url}  any remote`);
  expect(await printed(operator, 'origin', 'remove', url)).toBe(`removed ${url}  any remote`);
  expect(await printed(operator, 'origin', 'list')).toBe(`${url}  mf-tiny`);
});

test.each([
  [['history', 'mf-tiny'], 'REMOTE_TOKEN is not set; expected a token'],
  [['new', 'blog'], '"blog" is no name for a new remote; expected one like mf-events: mf-, small letters and digits'],
])('without a token, %j ends with: %s', async (args, message) => {
  expect(await printed('', ...args)).toContain(message);
});
