import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { build } from '../build/build.ts';
import { storeTinyRemote } from '../build/testing/tiny-remote.ts';
import { ROOT } from '../build/workspace.ts';
import { releaseHash } from '../registry/provenance/release-text.ts';
import type { Release } from '../registry/schema.ts';
import { localStore } from '../registry/store/open-store.ts';
import { type RegistryBackend, startRegistryBackend } from '../registry/testing/registry-backend.ts';
import { by } from '../registry/testing/release.ts';
import { makeKey, publishSigned } from '../registry/testing/signing.ts';
import { provenanceOf } from './provenance.ts';
import { done, projectOf, runRemote } from './testing/run-remote.ts';

const [team, other, third] = [makeKey(), makeKey(), makeKey()];
const TRUSTED_KEYS = `mf-tiny:${team.publicKey},mf-admin:${team.publicKey},mf-admin:${other.publicKey}`;

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
  for (const [name, { pem }] of Object.entries({ team, other, third })) await writeFile(keyFile(name), pem);
});
afterEach(() => rm(dataDir, { recursive: true }));

const keyFile = (name: string) => path.join(dataDir, `${name}.key`);
const place = () => ({ DATA_DIR: dataDir, ...projectOf(opened.access) });
const remote = (...args: readonly string[]) => runRemote({ ...place(), TRUSTED_KEYS }, ...args);
async function publish(text: string, more: Partial<Release> = {}): Promise<Release> {
  const provenance = provenanceOf(ROOT, { CI_JOB_URL: 'https://ci/1' });
  const { name = 'mf-tiny' } = more;
  const release = await storeTinyRemote(dataDir, { name, text, release: { provenance, ...more } });
  await opened.registry.publish(release);
  return release;
}
const named = ({ name, version }: Release) => `${name}@${version}`;
const sign = (release: Release, key = 'team') => remote('sign', named(release), '--key', keyFile(key));

test('a new key is written for its owner alone, and no key is replaced', async () => {
  const file = path.join(dataDir, 'new.key');
  const { code, out } = await remote('key', 'create', file);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^[\w-]{43}\n$/) });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const pem = await readFile(file, 'utf8');
  expect((await remote('key', 'create', file)).err).toContain('exists; expected a file that does not');
  expect(await readFile(file, 'utf8')).toBe(pem);
});

test('where keys are trusted, only a version that one of them signed goes live', async () => {
  const release = await publish('one');
  const refused = await remote('promote', named(release));
  expect(refused.err).toContain(
    `signature: ${named(release)} is not signed; expected pnpm remote sign ${named(release)} --key FILE with 1 of the keys in TRUSTED_KEYS: ${team.publicKey}`,
  );
  expect(refused.code).toBe(1);
  await sign(release, 'third');
  expect((await remote('promote', named(release))).err).toContain('is not signed');

  expect((await sign(release)).out).toMatch(new RegExp(`^signed ${named(release)} with the number \\d{13,} by `));
  expect((await remote('check', named(release))).out).toContain(`ok    signature      by ${team.publicKey}`);
  expect(await remote('promote', named(release))).toEqual(done(`live ${named(release)}`));
  expect((await remote('history', 'mf-tiny')).out).toContain('built by https://ci/1 at ');
});

test('mf-admin wants two keys, the second of which signs the number of the first', async () => {
  const release = await publish('one', { name: 'mf-admin', staffOnly: true });
  await sign(release);
  expect((await remote('check', named(release))).out).toContain(`FAIL  signature      ${named(release)} is not signed`);
  await sign(release, 'other');
  const { statements } = await opened.registry.readRelease('mf-admin', release.version);
  expect(new Set(statements.map(({ number }) => number)).size).toBe(1);
  expect((await remote('check', named(release))).out).toContain(
    `ok    signature      by ${team.publicKey}, ${other.publicKey}`,
  );
});

test('one step back needs no signature, a further one does', async () => {
  const releases = [await publish('one'), await publish('two'), await publish('three')] as const;
  const [one, two] = releases;
  for (const [index, release] of releases.entries()) {
    await publishSigned(opened.registry, release, index + 1, team);
    await opened.registry.promote(release, by);
  }
  expect(await remote('rollback', 'mf-tiny')).toEqual(done(`live ${named(two)}`));
  const further = await remote('rollback', 'mf-tiny');
  expect(further.err).toContain(`${named(one)} is older than what was live before`);
  expect(further.code).toBe(1);
  expect(await remote('rollback', 'mf-tiny', '--sign', keyFile('team'))).toEqual(done(`live ${named(one)}`));
});

test('a revoked version goes live again only once it is signed anew', async () => {
  const release = await publish('one');
  await sign(release);
  expect(await remote('revoke', named(release), '--key', keyFile('team'))).toEqual(done(`revoked ${named(release)}`));
  expect((await remote('promote', named(release))).err).toContain(`${named(release)} is revoked`);
  await sign(release);
  expect(await remote('promote', named(release))).toEqual(done(`live ${named(release)}`));
});

test('the same key signs a version once', async () => {
  const release = await publish('one');
  await sign(release);
  await sign(release);
  expect((await opened.registry.readRelease('mf-tiny', release.version)).statements).toHaveLength(1);
});

test('a version is named with the hash of its document, and no other document is taken', async () => {
  const release = await publish('one');
  const hash = releaseHash(release);
  const wrong = await remote('sign', `${named(release)}#${'0'.repeat(64)}`, '--key', keyFile('team'));
  expect(wrong.err).toBe(`${named(release)} has the hash ${hash} in the registry; expected ${'0'.repeat(64)}\n`);
  expect((await remote('sign', `${named(release)}#${hash}`, '--key', keyFile('team'))).code).toBe(0);
  expect((await remote('promote', `${named(release)}#${'0'.repeat(64)}`)).code).toBe(1);
  expect(await remote('promote', `${named(release)}#${hash}`)).toEqual(done(`live ${named(release)}`));
});

test('the registry’s document counts, whatever the store says', async () => {
  const release = await publish('one');
  const file = path.join(localStore(dataDir), 'mf-tiny', release.version, 'release.json');
  await writeFile(file, JSON.stringify({ ...release, version: '1.0.0-ffff', routes: ['/other'] }));
  const promoted = await runRemote({ ...place(), TRUSTED_KEYS: 'none' }, 'promote', named(release));
  expect(promoted).toEqual(done(`live ${named(release)}`));
  expect((await opened.registry.read()).remotes['mf-tiny']?.live).toEqual(release);
});

test('a project’s platform takes no promotion while nothing states whose signatures are wanted', async () => {
  const release = await publish('one');
  const { code, err } = await runRemote({ ...place(), TRUSTED_KEYS: '' }, 'promote', named(release));
  expect({ code, err }).toEqual({
    code: 1,
    err: 'TRUSTED_KEYS is not set, and the database is not this machine’s own; expected keys by remote like mf-blog:KEY, or none\n',
  });
  expect((await opened.registry.read()).remotes['mf-tiny']).toBeUndefined();
});

test.each([
  [['sign', 'mf-tiny@1'], '--key is missing; expected the file of a secret key'],
  [['sign', 'mf-tiny@1', '--key', 'none.key'], 'cannot be read; expected the file of a secret key'],
  [['revoke', 'mf-tiny@1', '--key', 'package.json'], 'is no secret key; expected a file of pnpm remote key create'],
])('%j is refused, and the error says what is expected', async (args, message) => {
  const { code, err } = await remote(...args);
  expect({ code, lines: err.trimEnd().split('\n').length }).toEqual({ code: 1, lines: 1 });
  expect(err).toContain(message);
});
