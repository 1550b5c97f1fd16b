import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '../build/build.ts';
import { storeTinyRemote } from '../build/testing/tiny-remote.ts';
import { ROOT } from '../build/workspace.ts';
import { type RegistryBackend, startRegistryBackend } from '../registry/testing/registry-backend.ts';
import { projectOf, runRemote } from './testing/run-remote.ts';

let dataDir: string;
let opened: RegistryBackend;
let operator: string;
// Another test may be building it.
beforeAll(async () => {
  await build(ROOT, 'shell', async () => undefined);
  dataDir = await mkdtemp(path.join(tmpdir(), 'teams-'));
  opened = await startRegistryBackend();
  operator = opened.access.token;
}, 300_000);
afterAll(async () => {
  await opened.close();
  await rm(dataDir, { recursive: true });
});

async function remote(token: string, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await runRemote(
    { ...projectOf({ ...opened.access, token }), DATA_DIR: dataDir, TRUSTED_KEYS: 'none' },
    ...args,
  );
  return (code === 0 ? out : err).trimEnd();
}

test('operators make teams and tokens, and a team ships what it owns, until its token is revoked', async () => {
  expect(await remote(operator, 'team', 'add', 'tiny', '--owns', 'mf-tiny, mf-more')).toBe('team tiny');
  const token = await remote(operator, 'token', 'create', '--team', 'tiny', '--may', 'promote', '--days', '3');
  const shell = await remote(operator, 'token', 'create', '--shell');
  const id = token.split('_')[1] ?? '';
  expect([token, shell]).toEqual([expect.stringMatching(/^ki_\w{12}_\w{64}$/), expect.stringMatching(/^ki_/)]);

  const mine = await storeTinyRemote(dataDir);
  const others = await storeTinyRemote(dataDir, { name: 'mf-others', routes: ['/others'] });
  for (const release of [mine, others]) await opened.registry.publish(release);
  expect(await remote(token, 'promote', `mf-others@${others.version}`)).toBe(
    `tiny (token ${id}) does not own mf-others.`,
  );
  expect(await remote(token, 'promote', `mf-tiny@${mine.version}`)).toBe(`live mf-tiny@${mine.version}`);
  expect(await remote(shell, 'retire', 'mf-tiny')).toMatch(/^shell \(token \w+\) may not promote\.$/);
  expect(await remote(token, 'status')).toMatch(
    new RegExp(`^mf-tiny  ${mine.version}  \\S+Z  tiny \\(token ${id}\\), .*  no canary  not served now$`),
  );

  expect(await remote(token, 'token', 'revoke', id)).toBe('Only operators may do this.');
  expect(await remote(operator, 'token', 'revoke', id)).toBe(`revoked ${id}`);
  expect(await remote(token, 'retire', 'mf-tiny')).toBe('This token is revoked.');
});

test.each([
  [['token', 'create'], 'expected --team TEAM, --shell, --pictures or --sources'],
  [['token', 'create', '--team', 'x', '--shell'], 'expected --team TEAM, --shell, --pictures or --sources'],
  [
    ['token', 'create', '--team', 'x', '--may', 'all'],
    '--may is "all"; expected one or more of publish, canary, promote',
  ],
  [['token', 'create', '--team', 'x', '--days', '0'], '--days is "0"; expected a whole number from 1 to 366'],
  [['token', 'create', '--team', 'nobody'], 'There is no team "nobody".'],
  [['token', 'revoke', 'none'], 'There is no token "none"'],
  [['origin', 'add', 'http://cdn.example'], '"http://cdn.example" is no origin; expected an address like https://'],
  [['origin', 'add', 'https://cdn.example', '--for', 'blog'], '"blog" is no remote; expected mf-<name>.'],
  [['origin', 'remove', 'https://none.example'], '"https://none.example" is not on the list; expected one of: '],
  [['team', 'add'], 'got nothing; expected: pnpm remote team add TEAM'],
])('%j is refused, and the error names the fault', async (args, message) => {
  expect(await remote(operator, ...args)).toContain(message);
});

test('operators list origins, and nobody else does', async () => {
  const url = 'https://cdn.example/store';
  expect(await remote(operator, 'origin', 'add', url)).toBe(`origin ${url}  any remote`);
  expect(await remote(operator, 'origin', 'add', url, '--for', 'mf-tiny')).toBe(`origin ${url}  mf-tiny`);
  expect(await remote(operator, 'origin', 'list')).toBe(`${url}  mf-tiny\n${url}  any remote`);
  expect(await remote(operator, 'origin', 'remove', url)).toBe(`removed ${url}  any remote`);
  expect(await remote(operator, 'origin', 'list')).toBe(`${url}  mf-tiny`);
  await remote(operator, 'team', 'add', 'origins');
  const token = await remote(operator, 'token', 'create', '--team', 'origins');
  expect(await remote(token, 'origin', 'add', url)).toBe('Only operators may do this.');
});

test('the registry of a project is opened only with a token', async () => {
  expect(await remote('', 'history', 'mf-tiny')).toContain('REMOTE_TOKEN is not set; expected a token');
});

test('the command new needs no token', async () => {
  expect(await remote('', 'new', 'blog')).toBe(
    '"blog" is no name for a new remote; expected one like mf-events: mf-, small letters and digits',
  );
});
