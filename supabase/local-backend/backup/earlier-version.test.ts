import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { type Change, changedBackup } from '../fixtures/changed-backup.ts';
import { account, asked, platformData } from '../fixtures/platform-data.ts';
import { FILES, HEADER } from './archive.ts';
import { restore } from './restore.ts';
import type { Contents } from './snapshot.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 180_000 });

/**
 * A backup by the last version with 45 migrations, without their texts: two accounts, of which Anna is
 * staff, content of each kind, a team with a token, and a registry in a file.
 */
const FIXTURE = fileURLToPath(new URL('../fixtures/earlier-version.tar.gz', import.meta.url));

const TOKEN = 'ki_9047ed711c27_f49317de294b379f52b2b814243ae987fd1b3db5c6f6594b4ba2cf4497b22957';
const project = { migrationsDir: undefined };
const given = platformData();

const changed = (file: string, change: Change, more?: Record<string, string>) =>
  changedBackup(FIXTURE, file, change, more);

const withContents =
  (change: (contents: Contents) => void): Change =>
  (name, content) => {
    if (name !== HEADER) return content;
    const header = JSON.parse(content);
    change(header.contents);
    return JSON.stringify(header);
  };

const REGISTRY = `${FILES}registry.json`;
const inRegistry =
  (change: (content: string) => string): Change =>
  (name, content) =>
    name === REGISTRY ? change(content) : content;

test('a backup of the earlier version is restored by the present migrations, and every row is counted', async () => {
  const { boot, data, dataDir } = given();
  const { code, out, said } = await data(['restore', FIXTURE]);
  expect([code, said]).toEqual([0, '']);
  const counts = out.split('\n').map((line) => line.trim().split(/ {2,}/));
  expect(counts).toEqual(
    expect.arrayContaining([
      ['table', 'before', 'now'],
      ['auth.users', '2', '2'],
      ['private.staff', '1', '1'],
      ['public.posts', '2', '2'],
      ['public.trail', '9', '9'],
      ['shipping.deploy_tokens', '2', '2'],
    ]),
  );
  expect(out).toContain('mf-blog: live 3, earlier releases 2, history 4\n');
  expect(out.endsWith(`\nrestored ${FIXTURE}\n`)).toBe(true);

  const backend = await boot(project);
  const one = async (sql: string, ...parameters: unknown[]) => {
    const [row] = await backend.database.query<{ value: unknown }>(`select (${sql}) as value`, parameters);
    return row?.value;
  };
  expect((await asked(backend, '/auth/v1/token?grant_type=password', account)).status).toBe(200);
  expect(await one("select content from posts where slug = 'erster'")).toBe("it's a \\ and „ü“\nin two lines\t$text$");
  expect(await one("select total_duration || ' ' || module_count from courses")).toBe('00:10:00 2');
  expect(await one("select days from private.retention where subject = 'public.trail'")).toBe(100);
  expect(await one('select email from private.staff_accounts')).toBe(account.email);
  expect(await one('select count(*)::int from trash()')).toBe(1);
  expect(await one("select team from shipping.deploy_tokens where hash = sha256(convert_to($1, 'UTF8'))", TOKEN)).toBe(
    'events',
  );
  expect(
    await one(
      "select array_agg(version order by version) = '{1,2,3,4}' from shipping.releases where remote = 'mf-blog'",
    ),
  ).toBe(true);
  expect(existsSync(join(dataDir, 'registry.json'))).toBe(false);
  expect(readFileSync(join(dataDir, 'store/mf-blog/3/main.js'), 'utf8')).toBe('code');
});

test('a backup of the earlier version is verified, with a line that it has no hashes', async () => {
  expect(await given().data(['verify', FIXTURE])).toEqual({
    code: 0,
    out:
      `${FIXTURE} is of an earlier version and has no hashes: ` +
      `the restored rows were compared with those in the file alone\nverified ${FIXTURE}\n`,
    said: '',
  });
});

test('a registry in a file goes on in the database: canary, counts, history and releases to go back to', async () => {
  const { boot, dataDir } = given();
  await restore(FIXTURE, dataDir);
  const { database } = await boot(project);
  const [operator] = await database.query<{ token: string }>('select shipping.operator_token() as token');
  const call = async (sql: string) => {
    const [row] = await database.query<{ value: unknown }>(`select ${sql} as value`, [operator?.token]);
    return row?.value;
  };
  expect(await call('read_registry($1, null)')).toMatchObject({
    registry: {
      remotes: {
        'mf-blog': {
          slot: 1,
          startedFrom: 'sources',
          live: { version: '3' },
          previous: [{ version: '2' }, { version: '1' }],
          canary: { percent: 10, margin: 7, release: { version: '4' } },
          history: [
            { version: '4', action: 'canary', percent: 10 },
            { version: '3', action: 'promote', author: 'Ada', reason: 'Version 3' },
            { version: '2' },
            { version: '1' },
          ],
        },
        'mf-events': { origin: 'https://cdn.example/store/mf-events', live: { version: '1' } },
      },
      retired: { 'mf-old': { live: { version: '1' } } },
    },
  });
  expect(await call('read_counts($1)')).toMatchObject([
    { version: '3', renders: 100, failures: 0, reports: 0 },
    { version: '4', renders: 20, failures: 1, reports: 2 },
  ]);
  expect(await database.query("select team from shipping.remotes where name = 'mf-events'")).toEqual([
    { team: 'events' },
  ]);
  expect(await call("roll_back_remote($1, 'mf-blog', 'Ada', 'Probe')")).toBe('2');
});

test('the last good copy replaces a broken registry file', async () => {
  const { dataDir, directory } = given();
  let good = '';
  const broken = inRegistry((content) => {
    good = content;
    return content.slice(0, 100);
  });
  const file = join(directory, 'changed.tar.gz');
  await expect(restore(await changed(file, broken), dataDir)).rejects.toThrow(
    'registry.json in the backup is no registry',
  );
  await changed(file, broken, { [`${FILES}registry.last-good.json`]: good });
  const { remotes } = await restore(file, dataDir);
  expect(remotes.map(({ name }) => name)).toEqual(['mf-blog', 'mf-events', 'mf-old']);
});

test.each<[string, Change, string]>([
  [
    'some of the migrations',
    withContents(({ migrations }) => void migrations.pop()),
    'The backup has 44 of the 45 migrations of the earlier version. Restore it with that version, start that once',
  ],
  [
    'a table that no migration makes',
    withContents(({ tables }) => void tables.push({ name: 'public.guests', columns: ['id'] })),
    'No migration makes the table public.guests',
  ],
  [
    'a column that no migration makes',
    withContents(({ tables }) => void tables.find(({ name }) => name === 'public.posts')?.columns.push('rating')),
    'No migration makes the table public.posts with all its columns.',
  ],
  [
    'a release that is malformed',
    inRegistry((content) => content.replaceAll('web/remoteEntry.js', '../remoteEntry.js')),
    'mf-blog has a release that is malformed: entry, server, manifest',
  ],
  [
    'two remotes with one address',
    inRegistry((content) => content.replaceAll('"/events"', '"/"')),
    'claims /, which mf-',
  ],
])('a backup with %s is refused, and the folder stays empty', async (_what, change, words) => {
  const { dataDir, directory } = given();
  const file = await changed(join(directory, 'changed.tar.gz'), change);
  await expect(restore(file, dataDir)).rejects.toThrow(words);
  expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
});
