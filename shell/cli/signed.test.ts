import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { build } from '../build/build.ts';
import { storeTinyRemote } from '../build/testing/tiny-remote.ts';
import { ROOT } from '../build/workspace.ts';
import { createFolderStore } from '../registry/store/folder-store.ts';
import { localStore } from '../registry/store/open-store.ts';
import { readRelease } from '../registry/store/store.ts';
import { provenanceOf } from './provenance.ts';
import { sign } from './sign.ts';
import { done, runRemote } from './testing/run-remote.ts';

const KEYS = path.join(ROOT, 'shell', 'registry', 'provenance', 'testing', 'minisign');
const keyFile = path.join(KEYS, 'open.key');
const [, TRUSTED_KEYS = ''] = readFileSync(path.join(KEYS, 'open.pub'), 'utf8').split('\n');

let dataDir: string;
beforeAll(() => build(ROOT, 'shell', async () => undefined), 300_000);
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'signed-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const store = () => createFolderStore(localStore(dataDir));
const remote = (...args: readonly string[]) => runRemote({ DATA_DIR: dataDir, TRUSTED_KEYS }, ...args);
const stored = (text: string) =>
  storeTinyRemote(dataDir, { text, release: { provenance: provenanceOf(ROOT, { CI_JOB_URL: 'https://ci/1' }) } });

test('where keys are trusted, only what one of them signed goes live', async () => {
  const release = await stored('one');
  const name = `mf-tiny@${release.version}`;
  const refused = await remote('promote', name);
  expect(refused.err).toContain(`signature: ${name} is not signed; expected a signature by one of: B2D0C7788C6B5086`);
  expect(refused.code).toBe(1);

  await sign(store(), release, keyFile);
  expect((await remote('check', name)).out).toContain('ok    signature   by B2D0C7788C6B5086');
  expect(await remote('promote', name)).toEqual(done(`live ${name}`));
  expect((await remote('history', 'mf-tiny')).out).toContain('built by https://ci/1 at ');
});

test('nothing goes back to a version that is not signed', async () => {
  const [one, two] = [await stored('one'), await stored('two')];
  await sign(store(), two, keyFile);
  await runRemote({ DATA_DIR: dataDir }, 'promote', `mf-tiny@${one.version}`);
  await remote('promote', `mf-tiny@${two.version}`);
  expect((await remote('rollback', 'mf-tiny')).err).toContain(`mf-tiny@${one.version} is not signed`);
});

test('a signature is written once, over the file as it is stored', async () => {
  const { name, version } = await stored('one');
  await sign(store(), await readRelease(store(), name, version), keyFile);
  const file = path.join(localStore(dataDir), name, version, 'release.json.minisig');
  const before = await readFile(file, 'utf8');
  expect(before).toContain(`\ntrusted comment: mf-tiny@${version}\n`);
  await sign(store(), await readRelease(store(), name, version), path.join(KEYS, 'none.key'));
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('an encrypted key asks for its password', async () => {
  const release = await stored('one');
  await expect(sign(store(), release, path.join(KEYS, 'encrypted.key'))).rejects.toThrow('in MINISIGN_PASSWORD');
});
