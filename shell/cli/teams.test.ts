import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../supabase/local-backend/testing.ts';
import { build } from '../build/build.ts';
import { storeTinyRemote } from '../build/testing/tiny-remote.ts';
import { ROOT } from '../build/workspace.ts';
import { databaseRegistry } from '../registry/database/database-registry.ts';
import { fileRegistry } from '../registry/file-registry.ts';
import { by } from '../registry/testing/release.ts';

let dataDir: string;
let backend: TestBackend;
let operator: string;
// Another test may be building it.
beforeAll(async () => {
  await build(ROOT, 'shell', async () => undefined);
  dataDir = await mkdtemp(path.join(tmpdir(), 'teams-'));
  backend = await startTestBackend({ seed: false });
  const [made] = await backend.database.query<{ token: string }>('select private.operator_token() as token');
  operator = made?.token ?? '';
}, 300_000);
afterAll(async () => {
  await backend.close();
  await rm(dataDir, { recursive: true });
});

const supabase = () => ({ url: backend.url, key: backend.publishableKey });

/** What `pnpm remote` prints with somebody's token; what it complains of when it fails. */
async function remote(REMOTE_TOKEN: string, ...args: readonly string[]): Promise<string> {
  const { url, key } = supabase();
  const database = { REGISTRY: 'database', SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key };
  const env = { ...process.env, ...database, REMOTE_TOKEN, DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' };
  return promisify(execFile)(process.execPath, ['shell/cli/remote.ts', ...args], { cwd: ROOT, env }).then(
    ({ stdout }) => stdout.trimEnd(),
    ({ stderr }) => String(stderr).trimEnd(),
  );
}

test('operators make teams and tokens, and a team ships what it owns, until its token is revoked', async () => {
  expect(await remote(operator, 'team', 'add', 'tiny', '--owns', 'mf-tiny, mf-more')).toBe('team tiny');
  const token = await remote(operator, 'token', 'create', '--team', 'tiny', '--may', 'promote', '--days', '3');
  const shell = await remote(operator, 'token', 'create', '--shell');
  const id = token.split('_')[1] ?? '';
  expect([token, shell]).toEqual([expect.stringMatching(/^ki_\w{12}_\w{64}$/), expect.stringMatching(/^ki_/)]);

  const mine = await storeTinyRemote(dataDir);
  const others = await storeTinyRemote(dataDir, { name: 'mf-others', routes: ['/others'] });
  const registry = databaseRegistry({ supabase: supabase(), token: operator });
  for (const release of [mine, others]) await registry.publish(release);
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
  [['token', 'create'], 'expected --team TEAM or --shell'],
  [['token', 'create', '--team', 'x', '--shell'], 'expected --team TEAM or --shell'],
  [['token', 'create', '--team', 'x', '--may', 'all'], '--may is "all"; expected publish, promote'],
  [['token', 'create', '--team', 'x', '--days', '0'], '--days is "0"; expected a whole number from 1 to 366'],
  [['token', 'create', '--team', 'nobody'], 'There is no team "nobody".'],
  [['token', 'revoke', 'none'], 'There is no token "none"'],
  [['team', 'add'], 'got nothing; expected: pnpm remote team add TEAM'],
])('%j is answered with what was wrong', async (args, message) => {
  expect(await remote(operator, ...args)).toContain(message);
});

test('a registry in a database is opened with a token alone', async () => {
  expect(await remote('', 'history', 'mf-tiny')).toContain('REMOTE_TOKEN is not set; expected a token');
});

test('a remote is made by whoever has the sources, without a token', async () => {
  expect(await remote('', 'new', 'blog')).toBe(
    '"blog" is no name for a new remote; expected one like mf-events: mf-, small letters and digits',
  );
});

test('what was live by a file is live in the database, once', async () => {
  const file = path.join(dataDir, 'registry.json');
  await fileRegistry(dataDir).promote(await storeTinyRemote(dataDir, { name: 'mf-filed', routes: ['/filed'] }), by);
  expect(await remote(operator, 'takeover', file)).toBe('took over mf-filed');
  expect(await remote(operator, 'history', 'mf-filed')).toMatch(
    /promote .* Test, as operator \(token \w+\) says {2}test$/,
  );
  expect(await remote(operator, 'takeover', file)).toBe('mf-filed is there already');
  expect(await remote(operator, 'takeover', 'nowhere.json')).toBe(
    'nowhere.json is missing; expected the registry.json of a platform',
  );
});
