import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createS3Store } from '../registry/store/s3-store.ts';
import { BUCKET, startS3 } from '../registry/store/testing/s3-server.ts';
import { nameOf, openCli } from './testing/open-cli.ts';
import { done } from './testing/run-remote.ts';

Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
const STORE = `s3://${BUCKET}/ki`;

const { remoteWith, publishTiny, live } = openCli();
let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());
beforeEach(() => s3.empty());

const remote = (...args: readonly string[]) =>
  remoteWith({ STORE, STORE_ENDPOINT: s3.endpoint, STORE_URL: s3.addressOf('ki') }, ...args);
const publish = () =>
  publishTiny({}, createS3Store({ bucket: BUCKET, folder: 'ki', endpoint: s3.endpoint }, process.env));

test('a version in a bucket goes live from the bucket’s address after its files were fetched from there', async () => {
  const release = await publish();
  const { out } = await remote('check', nameOf(release));
  expect(out).toContain(`ok    files          3 files in the store and at ${s3.endpoint}\n`);
  expect(await remote('promote', nameOf(release))).toEqual(done(`live ${nameOf(release)}`));
  expect(await live()).toMatchObject({ live: { version: release.version }, origin: s3.addressOf('ki/mf-tiny') });
});

test('a version with a file that is served otherwise than it is stored cannot go live', async () => {
  const release = await publish();
  for (const file of ['web/remoteEntry.js', 'web/mf-manifest.json', 'server/index.cjs'])
    await s3.put(`elsewhere/mf-tiny/${release.version}/${file}`, 'other');
  const settings = { STORE, STORE_ENDPOINT: s3.endpoint, STORE_URL: s3.addressOf('elsewhere') };
  const { err } = await remoteWith(settings, 'promote', nameOf(release));
  expect(err).toMatch(/files: http:\S+ does not have the stated hash/);
  expect(await live()).toBeUndefined();
});

test('a bucket of AWS without a region is refused, and the error names the setting', async () => {
  const { code, err } = await remoteWith(
    { STORE, STORE_URL: s3.addressOf('ki'), AWS_REGION: '', AWS_CONFIG_FILE: '/dev/null' },
    'promote',
    nameOf(await publish()),
  );
  expect([code, err]).toEqual([1, expect.stringContaining('AWS_REGION is missing; expected the region of the bucket')]);
});

test('a bucket without a public address is refused, and the error says what is expected', async () => {
  const { code, err } = await remoteWith(
    { STORE_ENDPOINT: s3.endpoint },
    'promote',
    nameOf(await publish()),
    '--store',
    `${STORE}/`,
  );
  expect([code, err]).toEqual([1, `STORE_URL is missing; expected the public address of ${STORE}/\n`]);
});
