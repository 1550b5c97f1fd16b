import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backupName } from '@ki/shared/process/backups.ts';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RegistryRemote } from '../../registry/schema.ts';
import { canaryOf, release } from '../../registry/testing/release.ts';
import { readConfig } from '../config.ts';
import type { Fallbacks } from '../resolve/fallbacks.ts';
import type { RegistrySource } from '../resolve/registry-source.ts';
import { createReleaseSets } from '../resolve/release-set.ts';
import { registryOf } from '../testing/releases.ts';
import { silentConsole, temporaryServer } from '../testing/temporary.ts';
import { createReadiness, followBackups } from './probes.ts';

let backend: string;
let asked: number;
let isUp: boolean;
beforeEach(async () => {
  [asked, isUp] = [0, true];
  backend = await temporaryServer((_request, response) => {
    asked += 1;
    response.writeHead(isUp ? 200 : 503).end();
  });
});

interface Given extends Partial<RegistrySource> {
  readonly refused?: string[];
  readonly malformed?: string[];
  readonly outside?: string[];
  readonly backups?: Record<string, string>;
  readonly room?: { quota: number; disk: number | null };
  readonly blog?: Partial<RegistryRemote>;
  readonly isServed?: (contract: number) => boolean;
}

function given({
  refused = [],
  malformed = [],
  outside = [],
  backups = {},
  room,
  blog,
  isServed = () => true,
  ...more
}: Given = {}) {
  const config = readConfig({
    SUPABASE_URL: backend,
    SUPABASE_PUBLISHABLE_KEY: 'key',
    SHELL_TOKEN: 'token',
    ...backups,
  });
  const registry = registryOf(blog ? [release('mf-blog', '7', '/')] : [], { 'mf-blog': blog ?? {} });
  const releaseSets = createReleaseSets(registry, config);
  const source: RegistrySource = {
    current: async () => ({ ...releaseSets, refused, malformed, outside }),
    problem: () => null,
    tokenEndsAt: () => null,
    ...more,
  };
  const fallbacks = { inForce: (releaseSet) => releaseSet, fallbackReleases: () => ({}) } as Pick<
    Fallbacks,
    'inForce' | 'fallbackReleases'
  >;
  const readiness = createReadiness(config, source, {
    backupAge: followBackups(config.backups),
    room: async () => (room ? { at: Date.now(), ...room } : null),
  });
  return () => readiness(fallbacks, isServed);
}

function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('probes within a second share one query, and a probe a second later queries again', async () => {
  stopClock();
  const ask = given();
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(new Set(answers.map(({ ready }) => ready))).toEqual(new Set([true]));
  isUp = false;
  expect((await ask()).ready).toBe(true);
  expect(asked).toBe(1);
  vi.advanceTimersByTime(1_001);
  expect(await ask()).toMatchObject({ ready: false, failing: ['supabase'] });
});

test('a registry that cannot be read is named in fixed words, without the reason', async () => {
  const reason = "/data/last-good-registry.json: expected an object; database: permission denied for 'remotes'";
  expect(await given({ problem: () => reason })()).toEqual({
    ready: false,
    failing: ['registry'],
    registry: 'the registry cannot be read; see the log of the shell',
  });
});

test('unsigned releases are named in the log, once, and not in the answer', async () => {
  stopClock();
  const logged = silentConsole();
  const ask = given({ refused: ['mf-blog@2', 'mf-news@3'] });
  for (let probes = 0; probes < 2; probes++) {
    expect(await ask()).toMatchObject({
      failing: ['registry'],
      registry: 'releases are not signed by a trusted key; see the log of the shell',
    });
    vi.advanceTimersByTime(1_001);
  }
  expect(logged.mock.calls).toEqual([['not signed by a trusted key: mf-blog@2, mf-news@3']]);
});

test('a remote whose entry is malformed is named, in the log with its fault', async () => {
  stopClock();
  const logged = silentConsole();
  const fault = 'mf-news: live.routes.0: expected a pattern';
  expect(await given({ malformed: [fault] })()).toMatchObject({
    failing: ['registry'],
    registry: 'entries of remotes are malformed and not served: mf-news; see the log of the shell',
  });
  expect(logged.mock.calls).toEqual([[`not served, its entry in the registry is malformed: ${fault}`]]);
});

test('live releases whose next version is refused are named, also while they are served', async () => {
  stopClock();
  const logged = silentConsole();
  const ask = given({ outside: ['mf-blog@2: routes.0: expected a pattern of ASCII characters', 'mf-news@3: x'] });
  const named =
    'live releases are outside the alphabet of new ones, and their next version is refused as it is: mf-blog@2, mf-news@3; see the log of the shell';
  for (let probes = 0; probes < 2; probes++) {
    expect(await ask()).toEqual({ ready: true, failing: [], warnings: [named] });
    vi.advanceTimersByTime(1_001);
  }
  expect(logged.mock.calls).toEqual([
    [
      'served, its next version is refused as it is: mf-blog@2: routes.0: expected a pattern of ASCII characters\nserved, its next version is refused as it is: mf-news@3: x',
    ],
  ]);
});

test.each([
  ['in 29 days', 29, ['the token of this shell ends within 30 days; make another one']],
  ['in 31 days', 31, undefined],
])(
  'a token of the shell that ends %s has a warning as it should, and the shell is ready',
  async (_, days, warnings) => {
    const readiness = await given({ tokenEndsAt: () => Date.now() + days * 86_400_000 })();
    expect(readiness).toMatchObject({ ready: true, failing: [] });
    expect(readiness.warnings).toEqual(warnings);
  },
);

const HOUR_MS = 3_600_000;
const LATE = ['the last backup is older than two intervals; see the log of the backend'];

/** Probes a platform that makes a backup each hour, into `DATA_DIR` or a folder of its own. */
async function probed(ages: readonly number[], variable: 'DATA_DIR' | 'BACKUP_TO') {
  const folder = folderOfTest();
  const into = variable === 'DATA_DIR' ? path.join(folder, 'backups') : folder;
  await mkdir(into, { recursive: true });
  for (const age of ages) await writeFile(path.join(into, backupName(Date.now() - age * HOUR_MS)), '');
  const readiness = await given({ backups: { BACKUP_EVERY: '1h', [variable]: folder } })();
  expect(readiness).toMatchObject({ ready: true, failing: [] });
  expect(JSON.stringify(readiness)).not.toContain(folder);
  return readiness.warnings;
}

test.each([
  ['no backup', [], LATE],
  ['one that is three hours old', [3], LATE],
  ['one that is an hour and a half old, and an older one', [30, 1.5], undefined],
  ['one of a clock that was ahead', [-5], LATE],
])('a platform with hourly backups and %s is ready, and warns as it should', async (_, ages, warnings) => {
  expect(await probed(ages, 'DATA_DIR')).toEqual(warnings);
  expect(await probed(ages, 'BACKUP_TO')).toEqual(warnings);
});

test('a folder of backups that is gone has a warning; without BACKUP_EVERY there is none', async () => {
  const backups = { BACKUP_EVERY: '1h', BACKUP_TO: path.join(tmpdir(), 'no-such-folder') };
  expect(await given({ backups })()).toMatchObject({ ready: true, warnings: LATE });
  expect((await given({ backups: { BACKUP_TO: backups.BACKUP_TO } })()).warnings).toBeUndefined();
});

const full = (what: string) => [`${what}: content is refused`];
test.each([
  [{ quota: 0.89, disk: 0.89 }, undefined],
  [{ quota: 0.9, disk: null }, full('pictures and imports take 90 % of STORAGE_QUOTA')],
  [{ quota: 0, disk: 0.91 }, full('the disk of the database is 90 % full')],
])('a platform with %o in use is ready, and warns as it should', async (room, warnings) => {
  const readiness = await given({ room })();
  expect(readiness).toMatchObject({ ready: true, failing: [] });
  expect(readiness.warnings).toEqual(warnings);
});

test('releases of a generation without a runtime are named, and those to go back to are a warning', async () => {
  const of = (version: string, contract: number) => ({ ...release('mf-blog', version, '/'), contract });
  const isServed = (contract: number) => contract === 2;
  const ask = (blog: Partial<RegistryRemote>) => given({ blog: { origin: backend, ...blog }, isServed })();
  expect(await ask({ previous: [of('6', 1)] })).toEqual({
    ready: true,
    failing: [],
    warnings: ['there is no runtime for mf-blog@6 (to go back to) of generation 1'],
  });
  for (const [version, contract, blog] of [
    ['7', 1, { live: of('7', 1) }],
    ['8', 3, { canary: canaryOf(of('8', 3), 5) }],
  ] as const) {
    const noRuntime = [{ name: 'mf-blog', version, contract }];
    expect(await ask(blog)).toEqual({ ready: false, failing: ['generations'], noRuntime });
  }
});
