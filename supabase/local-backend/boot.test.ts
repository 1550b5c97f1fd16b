import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeBackup } from './backup/archive.ts';
import { restore } from './backup/restore.ts';
import { type Backend, type BootOptions, bootBackend } from './boot.ts';
import type { Database } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { connectTo } from './database/postgres.ts';
import { asked } from './fixtures/platform-data.ts';
import { bootTestBackend } from './fixtures/test-backend.ts';
import { createTestDatabase, type TestDatabase } from './fixtures/test-database.ts';
import type { Log } from './log.ts';

// Databases are created here, on a disk that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const project = fileURLToPath(new URL('../migrations', import.meta.url));

let database: TestDatabase;
let directory: string;
let migrationsDir: string;
let running: Backend | undefined;

beforeEach(async () => {
  database = await createTestDatabase('bare');
  directory = folderOfTest();
  migrationsDir = mkdtempSync(join(directory, 'migrations-'));
  migration('1_words.sql', 'create table public.words (word text);');
});
afterEach(async () => {
  await shutDown();
  await database.drop();
});

const migration = (file: string, sql: string) => writeFileSync(join(migrationsDir, file), sql);
const withdraw = (file: string) => rmSync(join(migrationsDir, file));

const seed = async (database: Database) => void (await database.query("insert into words values ('seeded')"));

/** Boots on this test's own database, which outlives the backend. */
async function boot(options: Partial<BootOptions> = {}): Promise<Backend> {
  await shutDown();
  running = await bootBackend({
    dataDir: join(directory, 'data'),
    databaseUrl: database.url,
    migrationsDir,
    seed,
    ...options,
  });
  return running;
}

async function shutDown(): Promise<void> {
  await running?.close();
  running = undefined;
}

const words = async ({ database }: Backend) =>
  (await database.query<{ word: string }>('select word from words')).map(({ word }) => word);

test('a start applies the migrations that are missing and records them as the Supabase CLI does', async () => {
  await boot();
  migration('2_more_words.sql', "insert into words values ('one'); insert into words values ('two');");
  const backend = await boot();
  expect(await words(backend)).toEqual(['seeded', 'one', 'two']);
  const records = await backend.database.query('select * from supabase_migrations.schema_migrations order by version');
  expect(records[1]).toMatchObject({
    version: '2',
    name: 'more_words',
    statements: ["insert into words values ('one')", "insert into words values ('two')"],
  });
});

test('a failed migration is named with its line, is rolled back and can be corrected', async () => {
  migration('2_broken.sql', "insert into words values ('half');\n\nselect nonsense;");
  await expect(boot()).rejects.toThrow('The migration 2_broken.sql failed at line 3: column "nonsense" does not exist');
  migration('2_broken.sql', "insert into words values ('whole');");
  expect(await words(await boot())).toEqual(['whole', 'seeded']);
});

const endsAfter = (work: (database: Database) => Promise<unknown>) => async (database: Database) => {
  await work(database);
  throw new Error('ended here');
};

test.each<[what: string, first: BootOptions['seed'], second: BootOptions['seed'], stored: string[]]>([
  ['only a new database is seeded', false, seed, []],
  ['a first start that ended while seeding may go on without a seed', endsAfter(async () => {}), false, []],
  ['a first start that ended while seeding is resumed', endsAfter(seed), seed, ['seeded']],
])('%s', async (_what, first, second, stored) => {
  const ended = await boot({ seed: first }).then(
    () => false,
    (error: Error) => error.message === 'ended here',
  );
  expect(ended).toBe(first !== false);
  expect(await words(await boot({ seed: second }))).toEqual(stored);
  expect(await words(await boot())).toEqual(stored);
});

test('a database is backed up before migrations, without tables that none makes, and the last five are kept', async () => {
  const { database: booted } = await boot();
  const backups = join(directory, 'data', 'backups');
  expect(existsSync(backups)).toBe(false);
  await booted.execute(
    'create table public.scratch (id serial); create schema other; create table other.words (n int)',
  );
  const { inBulk, close } = connectTo(database.url);
  await expect(writeBackup(join(directory, 'refused'), directory, inBulk)).rejects.toThrow(
    'No migration makes public.scratch, so no backup could be restored with it.',
  );
  await close();
  const log = vi.fn<Log>();
  for (const version of [2, 3, 4, 5, 6, 7]) {
    migration(`${version}_word.sql`, `insert into words values ('${version}');`);
    await boot({ log });
  }
  expect(log).toHaveBeenCalledWith('notice', { message: 'no migration makes public.scratch: the backup is without' });
  const kept = readdirSync(backups).sort();
  expect(kept).toHaveLength(5);
  expect(statSync(join(backups, kept[0] ?? '')).mode & 0o777).toBe(0o600);
  await boot();
  expect(readdirSync(backups)).toHaveLength(5);

  // The last backup is from before the seventh migration.
  const restored = join(directory, 'restored');
  await restore(join(backups, kept.at(-1) ?? ''), restored);
  withdraw('7_word.sql');
  const before = await boot({ dataDir: restored, databaseUrl: undefined });
  expect(await words(before)).toEqual(['seeded', '2', '3', '4', '5', '6']);
});

test('repeated starts with a failing migration make one backup and remove no older one', async () => {
  await boot();
  const backups = join(directory, 'data', 'backups');
  const kept = ['1', '2', '3', '4', '5'].map((day) => `before-migrating-2026-01-0${day}.tar.gz`);
  mkdirSync(backups, { recursive: true });
  for (const name of kept) writeFileSync(join(backups, name), 'an earlier one');
  migration('2_word.sql', "insert into words values ('2');");
  migration('3_broken.sql', 'select nonsense;');
  for (let attempt = 1; attempt <= 3; attempt += 1) await expect(boot()).rejects.toThrow('3_broken.sql failed');
  const present = readdirSync(backups).sort();
  expect(present).toEqual([...kept, expect.any(String)]);

  migration('3_broken.sql', 'select 1;');
  await boot();
  expect(readdirSync(backups).sort()).toEqual(present.slice(1));
  migration('4_word.sql', "insert into words values ('4');");
  await boot();
  expect(readdirSync(backups).sort()).toEqual([...present.slice(2), expect.any(String)]);
});

test('a database that is newer than the code is refused and left as it is', async () => {
  migration('2_newer.sql', "insert into words values ('newer');");
  await boot();
  withdraw('2_newer.sql');
  migration('3_other.sql', "insert into words values ('other');");
  await expect(boot()).rejects.toThrow('newer than this code, which does not know its migration 2_newer');
  migration('2_newer.sql', "insert into words values ('newer');");
  withdraw('3_other.sql');
  expect(await words(await boot())).toEqual(['newer', 'seeded']);
});

test('a database of the replaced migrations is refused, and left as it is', async () => {
  migration('20261101080000_staff.sql', 'create table public.posts (id int);');
  const { database } = await boot();
  // As the Supabase CLI would apply it.
  await expect(migrate(database, project)).rejects.toThrow(
    /20261207000000_baseline\.sql replaced\. Repair its history first: docs\/run\.md/,
  );
  await expect(boot({ migrationsDir: project })).rejects.toThrow(
    /^The database is of a version of the platform before 8e5b85fd.*Start commit 8e5b85fd once with it/,
  );
  expect(await words(await boot())).toEqual(['seeded']);
});

test('the first migration refuses a database with another table posts and leaves nothing behind', async () => {
  withdraw('1_words.sql');
  await (await boot({ seed: false })).database.execute('create table public.posts (id int)');
  await expect(boot({ migrationsDir: project, seed: false })).rejects.toThrow(
    'a table public.posts that these migrations did not make. Use an empty database',
  );
  const { database } = await boot({ seed: false });
  expect(await database.query("select from pg_namespace where nspname = 'private'")).toEqual([]);
});

test('a migration that was changed after it was applied is refused; its comments may change', async () => {
  await boot();
  migration('1_words.sql', '-- Said otherwise.\ncreate table public.words (\n  word text\n);');
  await boot();
  migration('1_words.sql', 'create table public.words (word text, length int);');
  await expect(boot()).rejects.toThrow('The migration 1_words.sql was changed after it had been applied');
});

test('the secret is made once, has 32 bytes and is readable by its owner only', async () => {
  const { keys } = await boot();
  expect(keys.jwtSecret).toMatch(/^[0-9a-f]{64}$/);
  const dataDir = join(directory, 'data');
  expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect((await boot()).keys).toEqual(keys);
  expect((await boot({ dataDir: undefined })).keys.jwtSecret).not.toBe(keys.jwtSecret);
});

test('requests run with the API’s roles, even where no table has row-level security yet', async () => {
  migration('2_whoami.sql', 'create function public.whoami() returns text return current_user;');
  expect(await (await asked(await boot(), '/rest/v1/rpc/whoami', {})).json()).toBe('anon');
});

test('the cached schema of a database is not used for another whose migrations have the same names', async () => {
  const statuses = async (backend: Backend) => {
    const headers = { apikey: backend.keys.serviceRole };
    const requests = ['words', 'phrases'].map(
      (table) => new Request(`http://backend.test/rest/v1/${table}`, { headers }),
    );
    const answers = requests.map((request) => backend.fetch(request, { address: 'test' }));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  const statusesOnNew = async () => {
    running = await bootTestBackend({ migrationsDir, seed: false });
    const found = await statuses(running);
    await shutDown();
    return found;
  };
  expect(await statusesOnNew()).toEqual([200, 404]);
  migration('1_words.sql', 'create table public.phrases (phrase text);');
  expect(await statusesOnNew()).toEqual([404, 200]);
  expect(await statusesOnNew()).toEqual([404, 200]);
});
