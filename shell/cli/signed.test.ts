import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ROOT } from '../build/workspace.ts';
import { releaseHash } from '../registry/provenance/statements.ts';
import { openRegistry, overHttp } from '../registry/registry.ts';
import type { Release } from '../registry/schema.ts';
import { localStore } from '../registry/store/open-store.ts';
import { by } from '../registry/testing/release.ts';
import { makeKey, publishSigned, statementFor } from '../registry/testing/signing.ts';
import { provenanceOf } from './command.ts';
import { nameOf, openCli } from './testing/open-cli.ts';
import { done } from './testing/run-remote.ts';

const [team, other, third] = [makeKey(), makeKey(), makeKey()];
const { backend, dataDir, registry, remote, remoteWith, publishTiny, live } = openCli({
  TRUSTED_KEYS: `mf-tiny:${team.publicKey},mf-admin:${team.publicKey},mf-admin:${other.publicKey}`,
});
const keyFile = (name: string) => path.join(dataDir(), `${name}.key`);
beforeEach(async () => {
  for (const [name, { pem }] of Object.entries({ team, other, third })) await writeFile(keyFile(name), pem);
});

const provenance = provenanceOf(ROOT, { CI_JOB_URL: 'https://ci/1' });
const publish = (text: string, { name = 'mf-tiny', ...more }: Partial<Release> = {}) =>
  publishTiny({ name, text, release: { provenance, ...more } });
const sign = (release: Release, key = 'team') => remote('sign', nameOf(release), '--key', keyFile(key));

test('a new key is written for its owner alone, and no key is replaced', async () => {
  const file = keyFile('new');
  const { code, out } = await remote('key', 'create', file);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^[\w-]{43}\n$/) });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const pem = await readFile(file, 'utf8');
  expect((await remote('key', 'create', file)).err).toContain('exists; expected a file that does not');
  expect(await readFile(file, 'utf8')).toBe(pem);
});

test('where keys are trusted, only a version that one of them signed goes live, and a revoked one when signed anew', async () => {
  const release = await publish('one');
  const name = nameOf(release);
  const promote = () => remote('promote', name);
  const signing = `expected pnpm remote sign ${name} --key FILE with 1 of the keys in TRUSTED_KEYS: ${team.publicKey}`;
  const refused = expect.stringContaining(`signature: ${name} is not signed; ${signing}`);
  expect(await promote()).toMatchObject({ code: 1, err: refused });
  await sign(release, 'third');
  expect((await promote()).err).toContain('is not signed');

  expect((await sign(release)).out).toMatch(new RegExp(`^signed ${name} with the number \\d{13,} by `));
  expect((await remote('check', name)).out).toContain(`ok    signature      by ${team.publicKey}`);
  expect(await promote()).toEqual(done(`live ${name}`));
  expect((await remote('history', 'mf-tiny')).out).toContain('built by https://ci/1 at ');

  expect(await remote('revoke', name, '--key', keyFile('team'))).toEqual(done(`revoked ${name}`));
  expect((await promote()).err).toContain(`${name} is revoked`);
  await sign(release);
  expect(await promote()).toEqual(done(`live ${name}`));
});

test('mf-admin wants two keys, the second of which signs the number of the first', async () => {
  const release = await publish('one', { name: 'mf-admin', staffOnly: true });
  await sign(release);
  expect((await remote('check', nameOf(release))).out).toContain(
    `FAIL  signature      ${nameOf(release)} is not signed`,
  );
  await sign(release, 'other');
  const { statements } = await registry().readRelease('mf-admin', release.version);
  expect(new Set(statements.map(({ number }) => number)).size).toBe(1);
  expect((await remote('check', nameOf(release))).out).toContain(
    `ok    signature      by ${team.publicKey}, ${other.publicKey}`,
  );
});

test('statements that no key verifies stop no signature and no revocation, whatever their number, and are deleted', async () => {
  const release = await publish('one');
  const name = nameOf(release);
  const insert = `insert into shipping.statements (remote, version, kind, hash, number, signature)
    select 'mf-tiny', '${release.version}', kind, repeat('0', 64), 999999999999999 - i, lpad(i::text, 86, 'A')
    from generate_series(0, 5) i, unnest(array['allow', 'revoke']) kind on conflict do nothing`;
  await backend().backend.database.execute(insert);
  await registry().addTeam('tiny', ['mf-tiny'], []);
  const token = await registry().createToken('tiny', ['publish', 'promote'], 1);
  const thief = openRegistry(overHttp({ ...backend().access, token }));
  for (const kind of ['allow', 'revoke'] as const)
    for (let nth = 1; nth <= 10; nth += 1)
      await thief.addStatement('mf-tiny', statementFor(release, third, Date.now() + 82_800_000 + nth, kind));

  expect((await sign(release)).out).toContain(`signed ${name} with the number `);
  expect(await remote('promote', name)).toEqual(done(`live ${name}`));
  expect(await remote('revoke', name, '--key', keyFile('team'))).toEqual(done(`revoked ${name}`));
  expect((await remote('promote', name)).err).toContain(`${name} is revoked`);
  expect((await remote('statements', 'mf-tiny', '--prune')).out).toMatch(/^deleted \d\d+ statements about mf-tiny/);
  expect((await registry().readRelease('mf-tiny', release.version)).all_statements).toHaveLength(2);
});

test('one step back needs no signature, a further one does', async () => {
  const releases = [await publish('one'), await publish('two'), await publish('three')] as const;
  const [one, two] = releases;
  for (const [index, release] of releases.entries()) {
    await publishSigned(registry(), release, index + 1, team);
    await registry().promote(release, by);
  }
  expect(await remote('rollback', 'mf-tiny')).toEqual(done(`live ${nameOf(two)}`));
  const further = await remote('rollback', 'mf-tiny');
  expect(further.err).toContain(`${nameOf(one)} is older than what was live before`);
  expect(further.code).toBe(1);
  expect(await remote('rollback', 'mf-tiny', '--sign', keyFile('team'))).toEqual(done(`live ${nameOf(one)}`));
});

test('a version is named with the hash of its document; the same key signs it once, and no other document', async () => {
  const release = await publish('one');
  const hash = releaseHash(release);
  const wrong = await remote('sign', `${nameOf(release)}#${'0'.repeat(64)}`, '--key', keyFile('team'));
  expect(wrong.err).toBe(`${nameOf(release)} has the hash ${hash} in the registry; expected ${'0'.repeat(64)}\n`);
  for (const name of [`${nameOf(release)}#${hash}`, nameOf(release)])
    expect((await remote('sign', name, '--key', keyFile('team'))).code).toBe(0);
  expect((await registry().readRelease('mf-tiny', release.version)).statements).toHaveLength(1);
  expect((await remote('promote', `${nameOf(release)}#${'0'.repeat(64)}`)).code).toBe(1);
  expect(await remote('promote', `${nameOf(release)}#${hash}`)).toEqual(done(`live ${nameOf(release)}`));
});

test('the registry’s document counts, whatever the store says', async () => {
  const release = await publish('one');
  const file = path.join(localStore(dataDir()), 'mf-tiny', release.version, 'release.json');
  await writeFile(file, JSON.stringify({ ...release, version: '1.0.0-ffff', routes: ['/other'] }));
  const promoted = await remoteWith({ TRUSTED_KEYS: 'none' }, 'promote', nameOf(release));
  expect(promoted).toEqual(done(`live ${nameOf(release)}`));
  expect((await live())?.live).toEqual(release);
});

test('a project’s platform takes no promotion while nothing states whose signatures are wanted', async () => {
  const release = await publish('one');
  const { code, err } = await remoteWith({ TRUSTED_KEYS: '' }, 'promote', nameOf(release));
  expect({ code, err }).toEqual({
    code: 1,
    err: 'TRUSTED_KEYS is not set, and the database is not this machine’s own; expected keys by remote like mf-blog:KEY, or none\n',
  });
  expect(await live()).toBeUndefined();
});
