import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { build } from '../build/build.ts';
import { storeTinyRemote } from '../build/testing/tiny-remote.ts';
import { ROOT } from '../build/workspace.ts';
import type { Release } from '../registry/schema.ts';
import { createFolderStore } from '../registry/store/folder-store.ts';
import { localStore } from '../registry/store/open-store.ts';
import { readRelease } from '../registry/store/store.ts';
import { type RegistryBackend, startRegistryBackend } from '../registry/testing/registry-backend.ts';
import { provenanceOf } from './provenance.ts';
import { sign } from './publish.ts';
import { done, projectOf, runRemote } from './testing/run-remote.ts';

const KEYS = path.join(ROOT, 'shell', 'registry', 'provenance', 'testing', 'minisign');
const keyFile = path.join(KEYS, 'open.key');
const [, TRUSTED_KEYS = ''] = readFileSync(path.join(KEYS, 'open.pub'), 'utf8').split('\n');

let opened: RegistryBackend;
let dataDir: string;
beforeAll(async () => {
  opened = await startRegistryBackend();
  await build(ROOT, 'shell', async () => undefined);
}, 300_000);
afterAll(() => opened.close());
beforeEach(async () => {
  await opened.empty();
  dataDir = await mkdtemp(path.join(tmpdir(), 'signed-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const store = () => createFolderStore(localStore(dataDir));
const place = () => ({ DATA_DIR: dataDir, ...projectOf(opened.access) });
const remote = (...args: readonly string[]) => runRemote({ ...place(), TRUSTED_KEYS }, ...args);
const stored = (text: string) =>
  storeTinyRemote(dataDir, { text, release: { provenance: provenanceOf(ROOT, { CI_JOB_URL: 'https://ci/1' }) } });
const publish = async ({ name, version }: Release) =>
  opened.registry.publish(await readRelease(store(), name, version));

test('where keys are trusted, only a version that one of them signed goes live', async () => {
  const release = await stored('one');
  const name = `mf-tiny@${release.version}`;
  await publish(release);
  const refused = await remote('promote', name);
  expect(refused.err).toContain(`signature: ${name} is not signed; expected a signature by one of: B2D0C7788C6B5086`);
  expect(refused.code).toBe(1);

  await sign(store(), release, keyFile);
  await publish(release);
  expect((await remote('check', name)).out).toContain('ok    signature      by B2D0C7788C6B5086');
  expect(await remote('promote', name)).toEqual(done(`live ${name}`));
  expect((await remote('history', 'mf-tiny')).out).toContain('built by https://ci/1 at ');
});

test('a rollback to an unsigned version is refused', async () => {
  const [one, two] = [await stored('one'), await stored('two')];
  await sign(store(), two, keyFile);
  for (const release of [one, two]) await publish(release);
  await runRemote(place(), 'promote', `mf-tiny@${one.version}`);
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
