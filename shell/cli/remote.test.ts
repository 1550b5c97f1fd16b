import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { build } from '../build/build.ts';
import { storeTinyRemote } from '../build/testing/tiny-remote.ts';
import { ROOT } from '../build/workspace.ts';
import { NO_KEYS } from '../registry/provenance/keys.ts';
import { openRegistry, overHttp } from '../registry/registry.ts';
import type { Release } from '../registry/schema.ts';
import { createFolderStore } from '../registry/store/folder-store.ts';
import { localStore, storeSettings } from '../registry/store/open-store.ts';
import { type RegistryBackend, startRegistryBackend } from '../registry/testing/registry-backend.ts';
import { by } from '../registry/testing/release.ts';
import { check } from './checks/check.ts';
import { done, projectOf, runRemote } from './testing/run-remote.ts';

let opened: RegistryBackend;
let dataDir: string;
beforeAll(async () => {
  opened = await startRegistryBackend();
  // Another test may be building it.
  await build(ROOT, 'shell', async () => undefined);
}, 300_000);
afterAll(() => opened.close());
beforeEach(async () => {
  await opened.empty();
  dataDir = await mkdtemp(path.join(tmpdir(), 'cli-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const place = () => ({ DATA_DIR: dataDir, TRUSTED_KEYS: 'none', ...projectOf(opened.access) });
const remote = (...args: readonly string[]) => runRemote(place(), ...args);
const live = async (name = 'mf-tiny') => (await opened.registry.read()).remotes[name];
/** A tiny remote in the store and in the registry, as publishing leaves it. */
async function publishTiny(tiny: Parameters<typeof storeTinyRemote>[1] = {}): Promise<Release> {
  const release = await storeTinyRemote(dataDir, tiny);
  await opened.registry.publish(release);
  return release;
}

/** The runtime of a generation as a shell keeps it, with the worker of this build. */
async function keepRuntimeOf(contract: number): Promise<void> {
  const folder = path.join(dataDir, 'runtimes', `${contract}-kept`);
  await cp(path.join(ROOT, 'shell', 'dist', 'server'), path.join(folder, 'server'), { recursive: true });
  await writeFile(path.join(folder, 'runtime.json'), JSON.stringify({ contract, singletons: { react: '19.1.0' } }));
}

test('a team publishes, starts a canary, promotes, rolls back, reads the history and retires a remote', async () => {
  const one = await publishTiny({ text: 'one' });
  const two = await publishTiny({ text: 'two' });
  const [first, second] = [`mf-tiny@${one.version}`, `mf-tiny@${two.version}`];

  expect(await remote('promote', first, '--reason', 'the first')).toEqual(done(`live ${first}`));
  expect(await remote('canary', second, '--percent', '10', '--margin', '3')).toEqual(done(`canary ${second} 10%`));
  const canary = (await live())?.canary;
  expect(canary).toMatchObject({ percent: 10, margin: 3, release: { version: two.version } });
  const counted = {
    remote: 'mf-tiny',
    pattern: '/tiny',
    since: canary?.since ?? '',
    renders: 90,
    failures: 1,
    reports: 2,
  };
  const shell = openRegistry(overHttp({ ...opened.access, token: opened.shellToken }));
  await shell.addCounts([{ ...counted, version: one.version }]);
  expect((await remote('status')).out).toContain(
    `  canary ${two.version} 10% since ${canary?.since}, margin 3: 0 of 0 pages failed, 0 reports; beside it 1 of 90 pages failed, 2 reports  `,
  );
  expect(await remote('canary', second, '--percent', '0')).toEqual(done(`canary ${second} 0%`));
  expect(await remote('promote', second)).toEqual(done(`live ${second}`));
  expect(await remote('rollback', 'mf-tiny', '--reason', 'slower')).toEqual(done(`live ${first}`));

  const { out, code } = await remote('history', 'mf-tiny');
  const lines = out.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual([
    'rollback',
    'promote',
    'canary 0%',
    'canary 10%',
    'promote',
  ]);
  expect(lines[0]).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT.*Z {2}rollback +${one.version} {2}\\S.* {2}slower$`));

  expect((await remote('status')).out).toMatch(
    new RegExp(`^mf-tiny  ${one.version}  \\S+Z  \\S.*  no canary  not served now\n$`),
  );
  expect(await remote('retire', 'mf-tiny')).toEqual(done('retired mf-tiny'));
  expect(await live()).toBeUndefined();
  expect(await remote('promote', second)).toEqual(done(`live ${second}`));
  expect((await live())?.live.version).toBe(two.version);
});

test('with --json, results and errors are JSON', async () => {
  const { version } = await publishTiny();
  const promoted = await remote('promote', `mf-tiny@${version}`, '--json', '--reason', 'why not');
  expect(JSON.parse(promoted.out)).toEqual({ done: 'promoted', remote: 'mf-tiny', version });
  const history = JSON.parse((await remote('history', 'mf-tiny', '--json')).out);
  expect(history.history).toEqual([
    { version, action: 'promote', time: expect.any(String), author: expect.stringMatching(/./), reason: 'why not' },
  ]);
  const failed = await remote('rollback', 'mf-tiny', '--json');
  expect(failed).toMatchObject({ code: 1, err: '' });
  expect(JSON.parse(failed.out)).toEqual({ error: `mf-tiny has no earlier version than ${version} to go back to` });
});

test('every command explains itself', async () => {
  const { out, code } = await remote('--help');
  expect(code).toBe(0);
  for (const name of ['publish', 'check', 'promote', 'canary', 'rollback', 'history', 'retire']) {
    expect(out).toMatch(new RegExp(`^  ${name} NAME`, 'm'));
    expect(await remote(name, '--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`usage: pnpm remote ${name}`),
    });
  }
});

test.each([
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
  [['canary', 'mf-tiny@1'], '--percent is missing; expected a whole number from 0 to 100'],
  [['canary', 'mf-tiny@1', '--percent', '101'], '--percent is "101"; expected a whole number from 0 to 100'],
  [['canary', 'mf-tiny@1', '--percent', '1.5'], '--percent is "1.5"; expected a whole number from 0 to 100'],
  [
    ['canary', 'mf-tiny@1', '--percent', '9', '--margin', 'x'],
    '--margin is "x"; expected a whole number from 0 to 100',
  ],
  [['canary', 'mf-tiny@1', '--percent=-1'], '--percent is "-1"; expected a whole number from 0 to 100'],
  [['promote', 'mf-tiny@1', '--origin'], "Option '--origin <value>' argument missing; expected: "],
  [['retire', 'mf-tiny'], 'mf-tiny was never live; expected one that is live: there is none'],
])('%j is refused, and the error names the fault and what is expected', async (args, message) => {
  await publishTiny();
  const { code, out, err } = await remote(...args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(message);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
});

describe('the checks', () => {
  const target = () => ({
    dataDir,
    registry: opened.registry,
    store: storeSettings({}, dataDir, ROOT),
    trustedKeys: NO_KEYS,
  });
  const failingChecks = async (release: Release) => {
    const published = await opened.registry.readRelease(release.name, release.version);
    return (await check(target(), { release, published })).filter(({ ok }) => !ok);
  };
  const throwing = `exports.remote = { contract: 2, id: 'mf-tiny', routes: [
    { id: 'tiny', path: '/tiny', Component() { throw new Error('kaputt'); } } ] };`;
  const answering = (path: string) => `const React = require('react');
    const Component = () => React.createElement('p', null, 'Hallo');
    exports.remote = { contract: 2, id: 'mf-tiny', routes: [{ id: 'tiny', path: '/tiny', Component }],
      resources: [{ path: '${path}', respond: async () => new Response('') }] };`;
  const owning = (path: string) => ({ server: answering(path), release: { resources: [path] } });
  const beginning = answering('/feed.xml').replace(
    "path: '/tiny',",
    "path: '/tiny', handle: { preHydration: 'tiny' },",
  );
  const withPreHydration = (preHydration?: string) => ({
    server: beginning,
    release: { resources: ['/feed.xml'] },
    ...(preHydration && { preHydration }),
  });
  const routeless = `exports.remote = { contract: 2, id: 'mf-tiny', routes: [] };`;

  test('list what they have checked of a good version', async () => {
    const { version } = await publishTiny();
    const { code, out } = await remote('check', `mf-tiny@${version}`);
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toEqual([
      'ok    contract       2',
      'ok    addresses      /tiny',
      'ok    singletons     react ^19.0.0',
      'ok    files          3 files in the store; served once the remote is live',
      'ok    server         renders /tiny, with a backend that fails: the platform does not run',
      'ok    weight         0.0 kB of 1 kB',
      'ok    pre-hydration  none',
      'ok    provenance     not recorded',
      'ok    signature      none is asked for',
    ]);
  });

  test('find the pre-hydration script that a page names', async () => {
    const release = await publishTiny(withPreHydration('x'.repeat(4_096)));
    expect(await failingChecks(release)).toEqual([]);
  });

  test.each([
    ['addresses', { routes: ['/login'] }, 'mf-tiny claims /login, but the shell itself answers /login'],
    ['addresses', { routes: ['/taken/:x'] }, 'mf-tiny claims /taken/:x, which mf-owner owns as /taken/:id'],
    ['addresses', owning('/owned.xml'), 'mf-tiny claims /owned.xml, which mf-owner owns'],
    ['addresses', owning('/taken/x'), "but mf-owner's page /taken/:id is answered there"],
    ['singletons', { release: { singletons: { react: '^18.0.0' } } }, 'react ^18.0.0 is wanted, generation 2 has 19.'],
    ['singletons', { release: { singletons: { vue: '^3.0.0' } } }, 'vue ^3.0.0 is wanted, generation 2 has none'],
    ['singletons', { release: { singletons: {} } }, 'the release does not state for which versions it was built'],
    ['server', { server: throwing }, '/tiny renders with status 500: render: Error: kaputt'],
    ['server', { server: routeless }, 'the release owns /tiny, but its module has no route for it'],
    [
      'server',
      { server: answering('/feed.xml') },
      'the module answers /feed.xml; expected it in its package.json under remote.resources',
    ],
    ['server', { release: { resources: ['/none.xml'] } }, 'the release owns /none.xml, but its module has no resource'],
    ['server', { server: 'exports.remote = require("node:fs");' }, 'requires node:fs, which the shell does not share'],
    ['weight', { text: 'x', release: { budget: 0.001 } }, 'kB of 0.001 kB that the remote allows itself'],
    ['server', withPreHydration(), '/tiny names the pre-hydration script tiny, which the release does not have'],
    [
      'pre-hydration',
      withPreHydration('x'.repeat(4_097)),
      'pre-hydration-tiny weighs 4097 bytes; expected at most 4096',
    ],
  ])('find a fault: %s, %j', async (name, tiny, message) => {
    const owner = await publishTiny({
      name: 'mf-owner',
      routes: ['/taken/:id'],
      release: { resources: ['/owned.xml'] },
    });
    await opened.registry.promote(owner, by);
    expect(await failingChecks(await publishTiny(tiny))).toEqual([
      { check: name, ok: false, detail: expect.stringContaining(message) },
    ]);
  });

  test('find the page whose address a release claims, and promote refuses it, too', async () => {
    const page = "insert into pages (slug, title, content) values ('tiny', 'Klein', 'Text')";
    await opened.backend.database.query(page);
    onTestFinished(() => opened.backend.database.execute("delete from pages where slug = 'tiny'"));
    const release = await publishTiny();
    const detail = 'mf-tiny claims /tiny, but the page “Klein” has the address /tiny';
    expect(await failingChecks(release)).toEqual([{ check: 'addresses', ok: false, detail }]);
    const { code, err } = await remote('promote', `mf-tiny@${release.version}`);
    expect([code, err]).toEqual([1, expect.stringContaining(detail)]);
    expect(await live()).toBeUndefined();
  });

  /** A shell that serves these generations, at the address of the site. */
  async function siteServing(...contracts: readonly number[]): Promise<string> {
    const generations = contracts.map((contract) => ({ contract, singletons: { react: `19.${contract}.0` } }));
    const platform = { supabase: { url: 'http://127.0.0.1:1', key: '' }, generations };
    const site = createServer((_, response) => response.end(JSON.stringify(platform))).listen(0, '127.0.0.1');
    onTestFinished(() => void site.close());
    await once(site, 'listening');
    return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  }

  test('compare with the shell that runs at SITE_URL', async () => {
    const { version } = await publishTiny({ release: { singletons: { react: '~19.2.0' } } });
    const SITE_URL = await siteServing(3);
    const { code, out } = await runRemote({ ...place(), SITE_URL }, 'check', `mf-tiny@${version}`);
    expect(code).toBe(1);
    expect(out).toContain(
      'FAIL  contract       the release is of generation 2; expected 3, for which the shell has a runtime',
    );
    expect(out).toContain('FAIL  singletons     the release is of generation 2; expected 3, for which');
  });

  test('run a release of the generation before on its runtime, which this machine needs', async () => {
    // The module is of the generation of the worker that stands in for the one before.
    const { version } = await publishTiny({ release: { contract: 1, singletons: { react: '~19.1.0' } } });
    const SITE_URL = await siteServing(2, 1);
    const checked = () => runRemote({ ...place(), SITE_URL }, 'check', `mf-tiny@${version}`);
    expect(await checked()).toMatchObject({
      code: 1,
      out: expect.stringContaining(
        `FAIL  server         this machine has no runtime of generation 1 to run the code on; expected one in ${dataDir}/runtimes`,
      ),
    });
    await keepRuntimeOf(1);
    const { code, out } = await checked();
    expect(out).toContain('ok    contract       1\n');
    expect(out).toContain('ok    server         renders /tiny');
    expect(code).toBe(0);
  });

  test.each([
    ['changed', 'does not have the stated hash'],
    ['missing', 'is missing'],
    ['added', 'is not the one that was published'],
  ])('find a file %s', async (how, message) => {
    const release = await publishTiny();
    const folder = path.join(localStore(dataDir), 'mf-tiny', release.version);
    if (how === 'missing') await rm(path.join(folder, 'web', 'remoteEntry.js'));
    else await writeFile(path.join(folder, 'web', how === 'added' ? 'more.js' : 'remoteEntry.js'), 'other');
    const [failing] = await failingChecks(release);
    expect(failing).toEqual({ check: 'files', ok: false, detail: expect.stringContaining(message) });
  });

  test('refuse to promote a failing version and to start a canary with it', async () => {
    const good = await publishTiny();
    await remote('promote', `mf-tiny@${good.version}`);
    const bad = await publishTiny({ server: throwing });
    expect(await remote('check', `mf-tiny@${bad.version}`)).toMatchObject({
      code: 1,
      out: expect.stringContaining('\nFAIL  server         /tiny renders'),
    });
    for (const command of [['promote'], ['canary', '--percent', '10']]) {
      const { code, err } = await remote(...command, `mf-tiny@${bad.version}`);
      expect(code).toBe(1);
      expect(err).toMatch(/^mf-tiny@\S+ does not pass its checks: server: .*kaputt.*\n$/);
    }
    expect(await live()).toMatchObject({ live: { version: good.version }, history: [{ action: 'promote' }] });
    expect((await live())?.canary).toBeUndefined();
  });
});

test('a version that is stored is never written again', async () => {
  const { version } = await storeTinyRemote(dataDir);
  const file = path.join(path.join(localStore(dataDir), 'mf-tiny', version), 'web', 'mine');
  await writeFile(file, 'mine');
  await storeTinyRemote(dataDir);
  expect(await readdir(path.dirname(file))).toContain('mine');
  expect(await readdir(path.join(dataDir, 'store', 'mf-tiny'))).toEqual([version]);
});

test('a version that cannot be stored whole leaves nothing in the store', async () => {
  const { version, ...release } = await storeTinyRemote(dataDir);
  const half = await mkdtemp(path.join(tmpdir(), 'half-build-'));
  await mkdir(path.join(half, 'web'));
  await expect(createFolderStore(localStore(dataDir)).put(half, { ...release, version: '2.0.0' })).rejects.toThrow(
    'ENOENT',
  );
  expect(await readdir(path.join(dataDir, 'store', 'mf-tiny'))).toEqual([version]);
  await rm(half, { recursive: true });
});

describe('generations', () => {
  test('names what needs each, and removes only what nothing needs', async () => {
    const old = await publishTiny({ text: 'old', release: { contract: 1 } });
    const now = await publishTiny({ text: 'now' });
    await keepRuntimeOf(1);
    await opened.registry.promote(old, by);
    expect((await remote('generations')).out).toContain(
      `generation 1  not served  react 19.1.0  needed by mf-tiny@${old.version} (live)`,
    );
    await opened.registry.promote(now, by);
    const refused = await remote('generations', '--remove', '1');
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`generation 1 is needed by mf-tiny@${old.version} (to go back to)`),
    ]);
    await opened.registry.retire('mf-tiny', by);
    expect((await remote('generations')).out).toContain('generation 1  not served  react 19.1.0  needed by nothing');
    expect((await remote('generations', '--remove', '1')).out).toContain('removed the runtime of generation 1');
    const again = await remote('generations', '--remove', '1');
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('keeps no runtime of generation 1')]);
    await keepRuntimeOf(2);
    const newest = await remote('generations', '--remove', '2');
    expect([newest.code, newest.err]).toEqual([
      1,
      expect.stringContaining('generation 2 is the newest that the shell serves; expected an older one'),
    ]);
  });
});
