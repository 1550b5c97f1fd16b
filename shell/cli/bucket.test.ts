import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { build } from '../build/build.ts';
import { storeTinyRemote } from '../build/testing/tiny-remote.ts';
import { ROOT } from '../build/workspace.ts';
import { createS3Store } from '../registry/store/s3-store.ts';
import { BUCKET, startS3 } from '../registry/store/testing/s3-server.ts';
import { type RegistryBackend, startRegistryBackend } from '../registry/testing/registry-backend.ts';
import { done, projectOf, runRemote } from './testing/run-remote.ts';

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
const PLACE = `s3://${BUCKET}/ki`;

let opened: RegistryBackend;
let s3: Awaited<ReturnType<typeof startS3>>;
let dataDir: string;
beforeAll(async () => {
  opened = await startRegistryBackend();
  await build(ROOT, 'shell', async () => undefined);
  s3 = await startS3();
}, 300_000);
afterAll(async () => {
  await s3.stop();
  await opened.close();
});
beforeEach(async () => {
  await s3.empty();
  await opened.empty();
  dataDir = await mkdtemp(path.join(tmpdir(), 'bucket-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const settings = () => ({
  DATA_DIR: dataDir,
  TRUSTED_KEYS: 'none',
  ...projectOf(opened.access),
  ...CREDENTIALS,
  STORE_ENDPOINT: s3.endpoint,
});
const remote = (...args: readonly string[]) =>
  runRemote({ ...settings(), STORE: PLACE, STORE_URL: s3.addressOf('ki') }, ...args);
const stored = async () => {
  Object.assign(process.env, CREDENTIALS);
  const store = createS3Store({ bucket: BUCKET, folder: 'ki', endpoint: s3.endpoint }, process.env);
  const release = await storeTinyRemote(store);
  await opened.registry.publish(release);
  return release;
};
const live = async () => (await opened.registry.read()).remotes['mf-tiny'];

test('a version in a bucket goes live from the bucket’s address after its files were fetched from there', async () => {
  const { version } = await stored();
  const { out } = await remote('check', `mf-tiny@${version}`);
  expect(out).toContain(`ok    files          3 files in the store and at ${s3.endpoint}\n`);
  expect(await remote('promote', `mf-tiny@${version}`)).toEqual(done(`live mf-tiny@${version}`));
  expect(await live()).toMatchObject({ live: { version }, origin: s3.addressOf('ki/mf-tiny') });
});

test('a version with a file that was changed in the bucket cannot go live', async () => {
  const { version } = await stored();
  await s3.put(`ki/mf-tiny/${version}/web/mf-manifest.json`, '{ "changed": true }');
  const { code, err } = await remote('promote', `mf-tiny@${version}`);
  expect(code).toBe(1);
  expect(err).toContain('files: web/mf-manifest.json does not have the stated hash');
  expect(await live()).toBeUndefined();
});

test('a version with a file that is served otherwise than it is stored cannot go live', async () => {
  const { version } = await stored();
  const elsewhere = s3.addressOf('elsewhere');
  for (const file of ['web/remoteEntry.js', 'web/mf-manifest.json', 'server/index.cjs']) {
    await s3.put(`elsewhere/mf-tiny/${version}/${file}`, 'other');
  }
  const { err } = await runRemote(
    { ...settings(), STORE: PLACE, STORE_URL: elsewhere },
    'promote',
    `mf-tiny@${version}`,
  );
  expect(err).toMatch(/files: http:\S+ does not have the stated hash/);
  expect(await live()).toBeUndefined();
});

test.each([
  ['--store', 's3://', 'the store is "s3://"; expected a folder or s3://bucket/path'],
  ['--store', 'ftp://host/store', 'expected a folder or s3://bucket/path'],
  ['--store', `${PLACE}/`, `STORE_URL is missing; expected the public address of ${PLACE}/`],
])('%s %s is refused, and the error says what is expected', async (option, place, message) => {
  const { version } = await stored();
  const { code, err } = await runRemote(settings(), 'promote', `mf-tiny@${version}`, option, place);
  expect({ code, lines: err.trimEnd().split('\n').length }).toEqual({ code: 1, lines: 1 });
  expect(err).toContain(message);
});
