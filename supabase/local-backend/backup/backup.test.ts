import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Backend } from '../boot.ts';
import { account, asked, platformData } from '../fixtures/platform-data.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const given = platformData();

test('a backup taken under writes restores to a state that existed', async () => {
  const { boot, data, dataDir, directory } = given();
  const backend = await boot();
  await asked(backend, '/auth/v1/signup', account);
  mkdirSync(join(dataDir, 'store', 'mf-blog'), { recursive: true });
  writeFileSync(join(dataDir, 'store', 'mf-blog', 'main.js'), 'code');
  writeFileSync(join(dataDir, 'registry.json'), '{"remotes":{}}');
  // Each transaction moves 1 from the first note to the second and adds a comment, so a snapshot must balance.
  await backend.database.execute("insert into notes (body, tags) values ('from', '0'), ('to', '0')");
  const writing = new AbortController();
  let moves = 0;
  const writer = async () => {
    while (!writing.signal.aborted) {
      await backend.database.transaction(async (transaction) => {
        await transaction.execute(`
          update notes set tags = to_jsonb(tags::int - 1) where body = 'from';
          insert into comments (note_id, body) select id, 'a move' from notes where body = 'from';
          update notes set tags = to_jsonb(tags::int + 1) where body = 'to';
        `);
      });
      moves += 1;
    }
  };
  const writers = Promise.all([writer(), writer()]);
  await vi.waitFor(() => expect(moves).toBeGreaterThan(20), { timeout: 30_000 });
  const movesBefore = moves;
  const file = join(directory, 'backup.tar.gz');
  expect(await data(['backup', file])).toEqual({ code: 0, out: `saved ${file}\n`, said: '' });
  writing.abort();
  await writers;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory).sort()).toEqual(['backup.tar.gz', 'data']);

  const restored = join(directory, 'restored', 'data');
  const done = { code: 0, out: `restored ${file}\n`, said: '' };
  expect(await data(['restore', file], { DATA_DIR: restored })).toEqual(done);
  const again = await boot({ dataDir: restored });
  const [state] = await again.database.query<{ lost: number; gained: number; moves: number }>(`
    select (select -tags::int from notes where body = 'from') as lost,
      (select tags::int from notes where body = 'to') as gained, (select count(*)::int from comments) as moves
  `);
  expect(state?.gained).toBe(state?.lost);
  expect(state?.moves).toBe(state?.lost);
  expect(state?.moves).toBeGreaterThanOrEqual(movesBefore);
  expect(again.keys).toEqual(backend.keys);
  expect(readFileSync(join(restored, 'store', 'mf-blog', 'main.js'), 'utf8')).toBe('code');
  expect(readFileSync(join(restored, 'registry.json'), 'utf8')).toBe('{"remotes":{}}');
  // Sequences continue from their last value.
  await again.database.execute("insert into notes (body) values ('next')");
  expect(await again.database.query('select count(*)::int as count from notes')).toEqual([{ count: 3 }]);
});

test('a stopped platform is backed up and restored', async () => {
  const { boot, data, dataDir, directory, shutDown } = given();
  const backend = await boot();
  await backend.database.execute("insert into notes (body) values ('kept')");
  await shutDown(backend);
  expect((await data(['backup', 'relative.tar.gz'], { INIT_CWD: directory })).out).toBe('saved relative.tar.gz\n');
  rmSync(dataDir, { recursive: true });
  mkdirSync(dataDir);
  expect((await data(['restore', join(directory, 'relative.tar.gz')])).code).toBe(0);
  expect(await (await boot()).database.query('select body from notes')).toEqual([{ body: 'kept' }]);
});

test('the folder of a killed restore is not mistaken for a platform', async () => {
  const { boot, dataDir } = given();
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'restoring'), '');
  await expect(boot()).rejects.toThrow(`A restore into ${dataDir} was cut short`);
});

const ABSENT = join(tmpdir(), crypto.randomUUID());

test.each([
  [[], {}, 'pnpm data export FILE, pnpm data forget ADDRESS'],
  [['toString', 'x'], {}, 'expected: pnpm data backup FILE'],
  [['forget', 'x@example.com'], {}, 'there is no database in'],
  [['backup', 'a', 'b'], {}, 'expected: pnpm data'],
  [['backup', '/nowhere/x'], {}, 'there is no folder /nowhere'],
  [['backup', tmpdir()], {}, 'is a folder; expected a file'],
  [['backup', ABSENT], {}, 'there is no database in'],
  [['backup', ABSENT], { SUPABASE_URL: 'https://x.supabase.co' }, 'a Supabase project has backups of its own'],
])('data %j fails with its fault in one line', async (args, environment, words) => {
  const { code, out, said } = await given().data(args, environment);
  expect([code, out]).toEqual([1, '']);
  expect(said).toContain(words);
  expect(said.trim().split('\n')).toHaveLength(1);
});

describe('a restore of the project', () => {
  const shared = platformData('all');
  const project = { migrationsDir: undefined };
  let backend: Backend;
  let restored: Backend;
  let output: string;
  let refreshToken: string;
  const tokens: Record<string, string> = {};
  const versions: unknown[] = [];

  const idOf = (token = '') => token.split('_')[1] ?? '';
  const refresh = (on: Backend) =>
    asked(on, '/auth/v1/token?grant_type=refresh_token', { refresh_token: refreshToken });
  const versionOf = async ({ database }: Backend) =>
    (await database.query<{ versions: Record<string, string> }>('select content_versions() as versions'))[0]?.versions
      .workshops;
  const write = ({ database }: Backend) => database.execute("insert into workshops (title) values ('Neu')");

  beforeAll(async () => {
    const { boot, data, directory } = shared();
    backend = await boot(project);
    refreshToken = (await (await asked(backend, '/auth/v1/signup', account)).json()).refresh_token;
    refreshToken = (await (await refresh(backend)).json()).refresh_token;
    const query = (sql: string, ...parameters: unknown[]) => backend.database.query<{ token: string }>(sql, parameters);
    await query("insert into shipping.teams (name) values ('events')");
    await query("insert into shipping.remotes (name, team) values ('mf-events', 'events')");
    for (const [name, ...parameters] of [
      ['team', 'team', 'events', ['publish', 'canary'], '10 days', ''],
      ['shell', 'shell', null, [], null, 'the owner'],
      ['revoked', 'team', 'events', ['publish'], '10 days', 'the owner'],
      ['ended', 'team', 'events', ['publish'], '-1 days', 'the owner'],
    ] as const) {
      const [made] = await query('select shipping.make_token($1, $2, $3, $4::interval, $5) as token', ...parameters);
      tokens[name] = made?.token ?? '';
    }
    await query('update shipping.deploy_tokens set revoked_at = now() where id = $1', idOf(tokens.revoked));
    await query(
      'update shipping.deploy_tokens set created_by_account = (select id from auth.users) where id = $1',
      idOf(tokens.team),
    );
    await query("select private.invite('neu@example.com')");
    await query(`insert into private.previews (relation, record_id, token_hash, account)
      select 'posts', gen_random_uuid(), 'hash', id from auth.users`);
    versions.push(await versionOf(backend));
    const file = join(directory, 'backup.tar.gz');
    expect((await data(['backup', file])).code).toBe(0);
    await query('update shipping.deploy_tokens set revoked_at = now()');
    await write(backend);
    versions.push(await versionOf(backend));
    const dataDir = join(directory, 'restored');
    const { code, out } = await data(['restore', file], { DATA_DIR: dataDir });
    expect(code).toBe(0);
    output = out;
    restored = await boot({ ...project, dataDir });
  });

  test('names the tokens that are valid again', async () => {
    const days = "select to_char(now() + interval '10 days', 'YYYY-MM-DD') as day";
    const [ends] = await backend.database.query<{ day: string }>(days);
    const lines = output.trim().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['token', 'of', 'remotes', 'may', 'made by', 'ends'],
      [idOf(tokens.shell), 'shell', 'all', 'read', 'the owner', 'no end'],
      [idOf(tokens.team), 'events', 'mf-events', 'publish, canary', account.email, ends?.day],
      [expect.stringContaining('Revoke one: pnpm remote token revoke TOKEN')],
      [`restored ${join(shared().directory, 'backup.tar.gz')}`],
    ]);
    for (const token of Object.values(tokens)) expect(output).not.toContain(token.split('_')[2]);
  });

  test('ends all sessions there and none on the platform that goes on, and keeps passwords', async () => {
    expect((await refresh(restored)).status).toBe(400);
    expect(await restored.database.query('select from auth.sessions')).toEqual([]);
    expect((await asked(restored, '/auth/v1/token?grant_type=password', account)).status).toBe(200);
    expect((await refresh(backend)).status).toBe(200);
  });

  test('ends previews and open invitations there, some of which may have been ended since', async () => {
    const links = 'select from private.previews union all select from private.invitations where accepted_at is null';
    expect(await backend.database.query(links)).toHaveLength(2);
    expect(await restored.database.query(links)).toEqual([]);
  });

  test('repeats no version of content', async () => {
    expect(await versionOf(restored)).toBe(versions[0]);
    await write(restored);
    expect(versions).not.toContain(await versionOf(restored));
  });

  test('is followed by an export without uploads, which has no folder', async () => {
    const { data, directory } = shared();
    const sql = join(directory, 'inhalt.sql');
    expect(await data(['export', sql])).toEqual({ code: 0, out: `exported ${sql}\n`, said: '' });
    expect(readdirSync(directory).sort()).toEqual(['backup.tar.gz', 'data', 'inhalt.sql', 'restored']);
  });

  test('is followed by data forget, which deletes an account and refuses an unknown address', async () => {
    const forget = () => shared().data(['forget', account.email]);
    expect(await forget()).toEqual({ code: 0, out: `forgotten ${account.email}\n`, said: '' });
    expect(await backend.database.query('select from auth.users')).toEqual([]);
    const said = `Nobody has the address "${account.email}": neither an account nor an invitation.\n`;
    expect(await forget()).toEqual({ code: 1, out: '', said });
  });
});
