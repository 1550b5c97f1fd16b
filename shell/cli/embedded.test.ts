import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOfFile } from '@ki/shared/testing/folder.ts';
import { beforeAll, expect, test } from 'vitest';
import { until } from '../../shared/testing/until.ts';
import { BackendProcess } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { openStoppedRegistry } from '../../supabase/local-backend/registry-session.ts';
import { build } from '../build/build.ts';
import { storeTinyRemote } from '../build/testing/tiny-remote.ts';
import { ROOT } from '../build/workspace.ts';
import { openRegistry, overHttp } from '../registry/registry.ts';
import type { Release } from '../registry/schema.ts';
import { assertDescribes } from '../registry/store/content.ts';
import { createFolderStore } from '../registry/store/folder-store.ts';
import { readRelease, storedHashes, storedVersions } from '../registry/store/store.ts';
import { backendOn } from './registry-access.ts';
import { nameOf } from './testing/open-cli.ts';
import { done, runRemote } from './testing/run-remote.ts';

const folder = folderOfFile();
const dataDir = path.join(folder, 'data');
let one: Release;
let two: Release;
const remote = (...args: readonly string[]) => runRemote({ DATA_DIR: dataDir, SUPABASE_URL: '' }, ...args);

async function start(): Promise<BackendProcess> {
  const backend = new BackendProcess({ DATA_DIR: dataDir });
  await backend.logged('ready');
  return backend;
}

beforeAll(async () => {
  await build(ROOT, 'shell', async () => undefined);
  const backend = await start();
  [one, two] = [await storeTinyRemote(dataDir, { text: 'one' }), await storeTinyRemote(dataDir, { text: 'two' })];
  const registry = openRegistry(overHttp(await backendOn(dataDir)));
  for (const release of [one, two]) {
    await registry.publish(release);
    expect(await remote('promote', nameOf(release))).toEqual(done(`live ${nameOf(release)}`));
  }
  await backend.kill('SIGTERM');
}, 300_000);

/** Opens the database of a platform that does not run. */
async function state() {
  const session = await openStoppedRegistry(dataDir, { SUPABASE_URL: '' });
  if (!session) throw new Error('the platform runs');
  const { remotes, retired } = await openRegistry(session.call).read();
  await session.close();
  const { history = [] } = remotes['mf-tiny'] ?? retired['mf-tiny'] ?? {};
  const { live, canary } = remotes['mf-tiny'] ?? {};
  const { action, version, percent } = history[0] ?? {};
  return { live: live?.version, canary: canary?.release.version, newest: [action, version, percent] };
}

test('commands act on a platform that runs and on one that was stopped or killed', async () => {
  expect((await remote('history', 'mf-tiny')).out.trimEnd().split('\n')).toHaveLength(2);
  expect(await remote('rollback', 'mf-tiny')).toEqual(done(`live ${nameOf(one)}`));
  const backend = await start();
  expect((await remote('status')).out).toContain(`mf-tiny  ${one.version}  `);
  expect(await remote('promote', nameOf(two))).toEqual(done(`live ${nameOf(two)}`));
  await backend.kill('SIGKILL');
  expect(await state()).toMatchObject({ live: two.version, newest: ['promote', two.version, undefined] });
  expect((await remote('team', 'add', 'tiny', '--owns', 'mf-tiny')).out).toBe('team tiny\n');
  expect((await remote('prune', '--dry-run')).code).toBe(0);
});

test('a command waits for a platform that starts, and says so', async () => {
  const backend = new BackendProcess({ DATA_DIR: dataDir });
  const owner = () => readFile(path.join(dataDir, 'backend.pid'), 'utf8');
  await until('the platform has the folder', async () => Number(await owner()) === backend.child.pid);
  expect(await remote('history', 'mf-tiny')).toMatchObject({ code: 0, out: expect.stringContaining(two.version) });
  await backend.logged('ready');
  await backend.kill('SIGTERM');
});

test('a folder without a platform is named', async () => {
  const empty = path.join(folder, 'empty');
  const err = `there is no database in ${empty}; expected the DATA_DIR of a platform that was started once\n`;
  expect(await runRemote({ DATA_DIR: empty, SUPABASE_URL: '' }, 'status')).toEqual({ code: 1, out: '', err });
});

/** Ends a command by `kill -9` after a while, if it still runs then. */
async function kill(afterMs: number, ...args: readonly string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, SUPABASE_URL: '', NODE_NO_WARNINGS: '1' };
  const child = spawn(process.execPath, ['shell/cli/remote.ts', ...args], { cwd: ROOT, env, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  await once(child, 'exit');
  clearTimeout(timer);
}

/** Milliseconds after which a command loads, opens the database, changes it or closes it. */
const MOMENTS = [300, 1_000, 2_000];

test('a killed command leaves either the old state or the new one', { timeout: 300_000 }, async () => {
  expect(await state()).toMatchObject({ live: two.version });
  const commands = [
    { args: ['canary', nameOf(one), '--percent', '10'], made: { live: two.version, canary: one.version } },
    { args: ['rollback', 'mf-tiny'], made: { live: one.version, canary: undefined } },
    { args: ['retire', 'mf-tiny'], made: { live: undefined, canary: undefined } },
  ];
  for (const { args, made } of commands) {
    const before = await state();
    for (const moment of MOMENTS) {
      await kill(moment, ...args);
      const after = await state();
      if (JSON.stringify(after) === JSON.stringify(before)) continue;
      expect(after).toMatchObject(made);
      expect(after.newest[0]).toBe(args[0]);
      break;
    }
    if (JSON.stringify(await state()) === JSON.stringify(before)) expect((await remote(...args)).code).toBe(0);
  }
});

test('a killed publish leaves either no release or a whole one, which states the query keys of its patterns', {
  timeout: 300_000,
}, async () => {
  await build(ROOT, 'mf-matrix', async () => undefined);
  const store = createFolderStore(path.join(dataDir, 'store'));
  for (const moment of MOMENTS) {
    await kill(moment, 'publish', 'mf-matrix');
    for (const version of await storedVersions(store, 'mf-matrix')) {
      const release = await readRelease(store, 'mf-matrix', version);
      assertDescribes(release, await storedHashes(store, release), version);
    }
  }
  const { out } = await remote('publish', 'mf-matrix');
  const [, version = ''] = /^hash [0-9a-f]{64}\npublished mf-matrix@(\S+)\n$/.exec(out) ?? [];
  expect((await remote('check', `mf-matrix@${version}`)).out).toMatch(/^ok {4}files/m);
  const { query } = await readRelease(store, 'mf-matrix', version);
  expect(query).toMatchObject({ '/course-matrix': expect.arrayContaining(['suche']) });
});

test('a build from elsewhere is published if its release document has the stated hash', {
  timeout: 300_000,
}, async () => {
  const built = path.join(folder, 'built');
  const { out } = await runRemote({ SUPABASE_URL: '', REMOTE_TOKEN: '' }, 'build', 'mf-matrix', built);
  const [, named = '', hash = ''] = /^built (mf-matrix@1\.0\.0-[0-9a-f]{32})#([0-9a-f]{64})\n$/.exec(out) ?? [];
  const publish = (text: string) => remote('publish', 'mf-matrix', '--build', text);
  const wrong = await publish(`${built}#${'0'.repeat(64)}`);
  expect(wrong.err).toBe(`${built} holds a release with the hash ${hash}; expected ${'0'.repeat(64)}\n`);
  expect((await publish(built)).err).toContain('expected FOLDER#HASH');
  expect((await remote('publish', 'mf-blog', '--build', `${built}#${hash}`)).err).toContain(
    'holds mf-matrix; expected',
  );
  const entry = path.join(built, 'web', 'remoteEntry.js');
  const code = await readFile(entry);
  await writeFile(entry, 'code of a thief');
  expect((await publish(`${built}#${hash}`)).err).toContain('web/remoteEntry.js does not have the stated hash');
  await writeFile(entry, code);
  expect((await publish(`${built}#${hash}`)).out).toMatch(new RegExp(`\\npublished ${named}\n$`));
});
