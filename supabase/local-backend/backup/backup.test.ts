import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Backend } from '../boot.ts';
import { account, asked, platformData } from '../fixtures/platform-data.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 180_000 });

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
  expect(await data(['restore', file], { DATA_DIR: restored })).toEqual({
    code: 0,
    out: `restored ${file}\n`,
    said: '',
  });
  const again = await boot({ dataDir: restored });
  const [state] = await again.database.query<{ lost: number; gained: number; moves: number }>(`
    select (select -tags::int from notes where body = 'from') as lost,
      (select tags::int from notes where body = 'to') as gained, (select count(*)::int from comments) as moves
  `);
  expect(state?.gained).toBe(state?.lost);
  expect(state?.moves).toBe(state?.lost);
  expect(state?.moves).toBeGreaterThanOrEqual(movesBefore);
  expect(again.keys).toEqual(backend.keys);
  expect((await asked(again, '/auth/v1/token?grant_type=password', account)).status).toBe(200);
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
  const again = await boot();
  expect(await again.database.query('select body from notes')).toEqual([{ body: 'kept' }]);
});

test('a restore refuses a folder that is not empty, a file that is no backup and an incomplete backup', async () => {
  const { boot, data, dataDir, directory, shutDown } = given();
  const backend = await boot();
  await shutDown(backend);
  const file = join(directory, 'backup.tar.gz');
  await data(['backup', file]);
  expect(await data(['restore', file])).toMatchObject({
    code: 1,
    out: '',
    said: `${dataDir} is not empty; expected an empty folder, or none\n`,
  });

  const target = join(directory, 'target');
  const refused = async (source: string) => {
    const { code, said } = await data(['restore', source], { DATA_DIR: target });
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
    return said;
  };
  const other = join(directory, 'other');
  writeFileSync(other, 'something else');
  expect(await refused(other)).toContain(other);
  const half = join(directory, 'half.tar.gz');
  cpSync(file, half);
  truncateSync(half, Math.floor(statSync(file).size * 0.9));
  expect(await refused(half)).toContain(half);
  expect(await refused(join(directory, 'missing'))).toContain('missing');
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
  const { data } = given();
  const { code, out, said } = await data(args, environment);
  expect([code, out]).toEqual([1, '']);
  expect(said).toContain(words);
  expect(said.trim().split('\n')).toHaveLength(1);
});

test('data forget deletes an account of a platform that runs, and refuses an unknown address', async () => {
  const { boot, data } = given();
  const backend = await boot({ migrationsDir: undefined });
  await asked(backend, '/auth/v1/signup', account);
  const forget = (address: string) => data(['forget', address]);
  expect(await forget(account.email)).toEqual({ code: 0, out: `forgotten ${account.email}\n`, said: '' });
  expect(await backend.database.query('select from auth.users')).toEqual([]);
  expect(await forget(account.email)).toEqual({
    code: 1,
    out: '',
    said: `Nobody has the address "${account.email}": neither an account nor an invitation.\n`,
  });
});

test('content versions do not repeat after a restore', async () => {
  const { boot, data, directory } = given();
  const versions = async ({ database }: Backend) =>
    (await database.query<{ versions: Record<string, string> }>('select content_versions() as versions'))[0]?.versions;
  const write = ({ database }: Backend) => database.execute("insert into workshops (title) values ('Neu')");
  const project = { migrationsDir: undefined };
  const backend = await boot(project);
  const before = await versions(backend);
  const file = join(directory, 'backup.tar.gz');
  await data(['backup', file]);
  await write(backend);
  const later = await versions(backend);

  const restored = join(directory, 'restored');
  await data(['restore', file], { DATA_DIR: restored });
  const back = await boot({ ...project, dataDir: restored });
  expect(await versions(back)).toEqual(before);
  await write(back);
  expect([before?.workshops, later?.workshops]).not.toContain((await versions(back))?.workshops);
});
