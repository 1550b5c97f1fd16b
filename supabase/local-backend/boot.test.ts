import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { restore } from './backup/restore.ts';
import { writeBackup } from './backup/write-backup.ts';
import { type Backend, type BootOptions, bootBackend } from './boot.ts';
import type { Database } from './database/database.ts';
import { connectTo } from './database/postgres.ts';
import { type PostgresServer, startPostgresServer } from './fixtures/postgres-server.ts';
import type { Log } from './log.ts';

// Databases are created here, on a disk that may be busy.
vi.setConfig({ testTimeout: 120_000 });

let server: PostgresServer;
let directory: string;
let migrationsDir: string;
let databases = 0;
let running: Backend | undefined;

beforeAll(async () => {
  server = await startPostgresServer();
});
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'boot-'));
  migrationsDir = mkdtempSync(join(directory, 'migrations-'));
  databases += 1;
  writeFileSync(join(migrationsDir, '1_words.sql'), 'create table public.words (word text);');
});
afterEach(async () => {
  await shutDown();
  rmSync(directory, { recursive: true, force: true });
});
afterAll(() => server.stop());

const seed = async (database: Database) => void (await database.query("insert into words values ('seeded')"));

/** Boots on this test's own database, which is there before and after. PostgreSQL is used because it boots faster. */
async function boot(options: Partial<BootOptions> = {}): Promise<Backend> {
  await shutDown();
  const databaseUrl = await server.database(`test_${databases}`);
  running = await bootBackend({ dataDir: join(directory, 'data'), databaseUrl, migrationsDir, seed, ...options });
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
  writeFileSync(
    join(migrationsDir, '2_more_words.sql'),
    "insert into words values ('one'); insert into words values ('two');",
  );
  const backend = await boot();
  expect(await words(backend)).toEqual(['seeded', 'one', 'two']);
  const records = await backend.database.query('select * from supabase_migrations.schema_migrations order by version');
  expect(records[1]).toMatchObject({
    version: '2',
    name: 'more_words',
    statements: ["insert into words values ('one')", "insert into words values ('two')"],
  });
});

test('a migration that fails is named with its line, leaves nothing behind and can be mended', async () => {
  const file = join(migrationsDir, '2_broken.sql');
  writeFileSync(file, "insert into words values ('half');\n\nselect nonsense;");
  await expect(boot()).rejects.toThrow('The migration 2_broken.sql failed at line 3: column "nonsense" does not exist');
  writeFileSync(file, "insert into words values ('whole');");
  expect(await words(await boot())).toEqual(['whole', 'seeded']);
});

test('only a new database is seeded', async () => {
  await boot({ seed: false });
  expect(await words(await boot())).toEqual([]);
});

test('a first start that ended while seeding is taken up again', async () => {
  const halfSeeded = async (database: Database) => {
    await seed(database);
    throw new Error('ended here');
  };
  await expect(boot({ seed: halfSeeded })).rejects.toThrow('ended here');
  expect(await words(await boot())).toEqual(['seeded']);
  expect(await words(await boot())).toEqual(['seeded']);
});

test('a database is backed up before it is migrated, and the last five backups stay', async () => {
  await boot();
  const backups = join(directory, 'data', 'backups');
  expect(existsSync(backups)).toBe(false);
  for (const version of [2, 3, 4, 5, 6, 7]) {
    writeFileSync(join(migrationsDir, `${version}_word.sql`), `insert into words values ('${version}');`);
    await boot();
  }
  const kept = readdirSync(backups).sort();
  expect(kept).toHaveLength(5);
  expect(statSync(join(backups, kept[0] ?? '')).mode & 0o777).toBe(0o600);
  await boot();
  expect(readdirSync(backups)).toHaveLength(5);

  // The last one is from before the seventh migration.
  const restored = join(directory, 'restored');
  await restore(join(backups, kept.at(-1) ?? ''), restored);
  rmSync(join(migrationsDir, '7_word.sql'));
  const before = await boot({ dataDir: restored, databaseUrl: undefined });
  expect(await words(before)).toEqual(['seeded', '2', '3', '4', '5', '6']);
});

test('tables of somebody else keep no start from backing up, and are in no backup', async () => {
  const backend = await boot();
  await backend.database.execute(
    'create table public.scratch (id serial); create schema other; create table other.words (word text)',
  );
  const { inBulk, close } = connectTo(await server.database(`test_${databases}`));
  await expect(writeBackup(join(directory, 'refused'), directory, inBulk)).rejects.toThrow(
    'No migration makes public.scratch, so no backup could be restored with it.',
  );
  await close();
  writeFileSync(join(migrationsDir, '2_word.sql'), "insert into words values ('2');");
  const log = vi.fn<Log>();
  await boot({ log });
  expect(log).toHaveBeenCalledWith('notice', { message: 'no migration makes public.scratch: the backup is without' });
  const backups = join(directory, 'data', 'backups');
  const restored = join(directory, 'restored');
  await restore(join(backups, readdirSync(backups)[0] ?? ''), restored);
  expect(await words(await boot({ dataDir: restored, databaseUrl: undefined }))).toEqual(['seeded', '2']);
});

test('starts whose migration fails back up once, and no backup gives way to them', async () => {
  await boot();
  const backups = join(directory, 'data', 'backups');
  const kept = ['1', '2', '3', '4', '5'].map((day) => `before-migrating-2026-01-0${day}.tar.gz`);
  mkdirSync(backups, { recursive: true });
  for (const name of kept) writeFileSync(join(backups, name), 'an earlier one');
  const file = join(migrationsDir, '3_broken.sql');
  writeFileSync(join(migrationsDir, '2_word.sql'), "insert into words values ('2');");
  writeFileSync(file, 'select nonsense;');
  for (let attempt = 1; attempt <= 3; attempt += 1) await expect(boot()).rejects.toThrow('3_broken.sql failed');
  const present = readdirSync(backups).sort();
  expect(present).toEqual([...kept, expect.any(String)]);

  writeFileSync(file, 'select 1;');
  await boot();
  expect(readdirSync(backups).sort()).toEqual(present.slice(1));
  writeFileSync(join(migrationsDir, '4_word.sql'), "insert into words values ('4');");
  await boot();
  expect(readdirSync(backups).sort()).toEqual([...present.slice(2), expect.any(String)]);
});

test('a sign-up that was open before a start that was cut short in its migrations is open again in the demo', async () => {
  const rule = (backend: Backend) => backend.database.query('select sign_up from private.settings');
  writeFileSync(
    join(migrationsDir, '1_words.sql'),
    "create schema private; create table private.settings (sign_up text); insert into private.settings values ('open')",
  );
  await boot({ seed: false });
  writeFileSync(join(migrationsDir, '2_close.sql'), "update private.settings set sign_up = 'invited'");
  const rest = join(migrationsDir, '3_rest.sql');
  writeFileSync(rest, 'select nonsense');
  await expect(boot({ seed: 'demo' })).rejects.toThrow('3_rest.sql failed');
  writeFileSync(rest, 'select 1');
  expect(await rule(await boot({ seed: 'demo' }))).toEqual([{ sign_up: 'open' }]);
  // Who closes it afterwards is not overruled.
  await running?.database.query("update private.settings set sign_up = 'closed'");
  expect(await rule(await boot({ seed: 'demo' }))).toEqual([{ sign_up: 'closed' }]);
});

test('a database that is newer than the code is refused and left as it is', async () => {
  writeFileSync(join(migrationsDir, '2_newer.sql'), "insert into words values ('newer');");
  await boot();
  rmSync(join(migrationsDir, '2_newer.sql'));
  writeFileSync(join(migrationsDir, '3_other.sql'), "insert into words values ('other');");
  await expect(boot()).rejects.toThrow('newer than this code, which does not know its migration 2_newer');
  writeFileSync(join(migrationsDir, '2_newer.sql'), "insert into words values ('newer');");
  rmSync(join(migrationsDir, '3_other.sql'));
  expect(await words(await boot())).toEqual(['newer', 'seeded']);
});

test('a migration that was changed after it was applied is refused; its comments may change', async () => {
  const file = join(migrationsDir, '1_words.sql');
  await boot();
  writeFileSync(file, '-- Said otherwise.\ncreate table public.words (\n  word text\n);');
  await boot();
  writeFileSync(file, 'create table public.words (word text, length int);');
  await expect(boot()).rejects.toThrow('The migration 1_words.sql was changed after it had been applied');
});

test('the secret is made once, of 32 bytes, for the owner’s eyes only', async () => {
  const { keys } = await boot();
  expect(keys.jwtSecret).toMatch(/^[0-9a-f]{64}$/);
  const dataDir = join(directory, 'data');
  expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect((await boot()).keys).toEqual(keys);
  expect((await boot({ dataDir: 'memory' })).keys.jwtSecret).not.toBe(keys.jwtSecret);
});

test('requests act with the API’s roles, even where no table has row-level security yet', async () => {
  writeFileSync(
    join(migrationsDir, '2_whoami.sql'),
    'create function public.whoami() returns text return current_user;',
  );
  const backend = await boot();
  const headers = { apikey: backend.keys.publishable };
  const request = new Request('http://backend.test/rest/v1/rpc/whoami', { headers });
  expect(await (await backend.fetch(request, { address: 'test' })).json()).toBe('anon');
});

test('what was kept of a schema is not taken for another that goes by the same names', async () => {
  const statuses = async (backend: Backend) => {
    const headers = { apikey: backend.keys.serviceRole };
    const requests = ['words', 'phrases'].map(
      (table) => new Request(`http://backend.test/rest/v1/${table}`, { headers }),
    );
    const answers = requests.map((request) => backend.fetch(request, { address: 'test' }));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  const inMemory: Partial<BootOptions> = { dataDir: 'memory', databaseUrl: undefined, seed: false };
  expect(await statuses(await boot(inMemory))).toEqual([200, 404]);
  writeFileSync(join(migrationsDir, '1_words.sql'), 'create table public.phrases (phrase text);');
  expect(await statuses(await boot(inMemory))).toEqual([404, 200]);
  expect(await statuses(await boot(inMemory))).toEqual([404, 200]);
});
