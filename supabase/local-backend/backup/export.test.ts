import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Sql } from 'postgres';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ADMINISTRATOR } from '../../seed/demo.ts';
import { account, asked, givenPictures, ORIGINALS, platformData } from '../fixtures/platform-data.ts';
import { startTestBackend } from '../fixtures/test-backend.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';

// Programs of their own export and upload, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const given = platformData('all');

const [shown = '', waiting = '', deleted = ''] = Object.keys(ORIGINALS);
const fileNames = [`${shown}.png`, `${waiting}.jpg`, `${deleted}.jpg`];

let demo: TestDatabase;
let source: Sql;
const sql = () => join(given().directory, 'inhalt.sql');
const folder = () => join(given().directory, 'inhalt-pictures');
const load = (target: Sql) => target.unsafe(readFileSync(sql(), 'utf8')).simple();
const exported = (file: string, { url }: TestDatabase) => given().data(['export', file], { DATABASE_URL: url });

/** The demo with an account, an odd text, pictures, and what an export leaves out. */
beforeAll(async () => {
  const { boot, shutDown } = given();
  demo = await createTestDatabase('demo');
  source = demo.connect();
  const backend = await boot({ dataDir: undefined, databaseUrl: demo.url, migrationsDir: undefined, seed: 'demo' });
  await asked(backend, '/auth/v1/signup', account);
  await givenPictures(backend);
  const odd = "it's a \\ and „ü“\nin two lines $text$ $export$";
  await source`update posts set content = ${odd} where id = (select min(id::text)::uuid from posts)`;
  await backend.database.execute(`
    -- Words of an earlier version, which an export must not carry on.
    with waiting as (delete from private.search_index where kind = 'lesson' returning kind, id)
    insert into private.search_documents (kind, id, words) select kind, id, 'Alt'::tsvector from waiting;
    insert into private.picture_files (hash, content_type, width, height, bytes)
      select encode(sha256(bytes), 'hex'), 'image/png', 3, 2, bytes
      from generate_series(1, 3) as n, decode(repeat('00ff5c27' || lpad(n::text, 2, '0'), 100000), 'hex') as bytes;
    update private.room set quota = 1000000000000;
    select shipping.make_token('shell', null, '{}', null, 'the command line');
    select shipping.make_token('shell', null, '{}', null, '', id) from auth.users where email = '${ADMINISTRATOR.email}';
    select private.invite('eingeladen@example.com');
    insert into private.previews (relation, record_id, token_hash, account)
      select 'posts', p.id, '\\x00', u.id from public.posts p, auth.users u where u.email = '${account.email}' limit 1;
  `);
  await shutDown(backend);
  const out = `${folder()} has 3 pictures: load the SQL, then run its upload.sh\nexported ${sql()}\n`;
  expect(await exported(sql(), demo)).toEqual({ code: 0, out, said: '' });
  return demo.drop;
});

const TABLES = ['posts', 'courses', 'lessons', 'matrix_workshops', 'prompts', 'workflows', 'ads', 'site', 'links'];

test.each([
  ['a bare PostgreSQL 17', 'bare'],
  ['one that the migrations made', 'migrated'],
] as const)('an export loads into %s, which serves it', async (_what, template) => {
  const { boot, shutDown } = given();
  expect(statSync(sql()).mode & 0o777).toBe(0o600);
  const target = await createTestDatabase(template);
  onTestFinished(target.drop);
  const loaded = target.connect();
  await load(loaded);
  for (const table of TABLES) {
    const rows = `select * from public.${table} order by id`;
    expect(JSON.stringify(await loaded.unsafe(rows))).toBe(JSON.stringify(await source.unsafe(rows)));
  }
  // A busy machine leaves some to the next batch.
  const words = `
    select (select count(*) > 0 from private.search_index where kind = 'lesson') as has_some,
      (select count(*)::int from public.lessons l
       where (select count(*) from private.search_index i where i.id = l.id)
         + (select count(*) from private.search_documents d where d.id = l.id) <> 1) as wrong,
      (select count(*)::int from private.changed_topics) as changes`;
  expect(await loaded.unsafe(words)).toEqual([{ has_some: true, wrong: 0, changes: 0 }]);
  const pictures = "select hash, encode(sha256(bytes), 'hex') as found from private.picture_files order by hash";
  const copied = await loaded.unsafe(pictures);
  expect(copied).toEqual(await source.unsafe(pictures));
  expect(copied.map(({ found }) => found)).toEqual(copied.map(({ hash }) => hash));
  expect(copied).toHaveLength(4);
  const versions = 'select content_versions() as versions';
  expect(await loaded.unsafe(versions)).toEqual(await source.unsafe(versions));
  // The published password and the open sign-up of the demo are not exported.
  const [door] = await loaded`
    select sign_up, (select encrypted_password is null from auth.users where email = 'admin@example.com') as is_shut,
      (select array_agg(email::text) from private.staff join auth.users on id = user_id) as staff
    from private.settings`;
  expect(door).toEqual({ sign_up: 'invited', is_shut: true, staff: [account.email] });
  const doors = `select created_by as door from shipping.deploy_tokens
    union all select 'preview' from private.previews union all select 'invitation' from private.invitations`;
  expect(await loaded.unsafe(doors)).toEqual([{ door: 'the command line' }]);
  await expect(load(loaded)).rejects.toThrow('holds content already');

  const served = await boot({ dataDir: undefined, databaseUrl: target.url, migrationsDir: undefined, seed: 'content' });
  expect((await asked(served, '/auth/v1/token?grant_type=password', account)).status).toBe(200);
  const [invitation] = await served.database.query('select private.invite() as token');
  const newcomer = await asked(served, '/auth/v1/signup', { ...account, email: 'berta@example.com' });
  expect(newcomer.status).toBe(200);
  const { access_token } = await newcomer.json();
  const accepted = await asked(served, '/rest/v1/rpc/accept_invitation', invitation ?? {}, access_token);
  expect(await accepted.json()).toBe('accepted');
  await shutDown(served);
});

test('an export has the uploads in a folder, whose script brings them into a project that loaded the SQL', async () => {
  expect(readdirSync(folder()).sort()).toEqual([...fileNames, 'upload.sh']);
  for (const [index, bytes] of Object.values(ORIGINALS).entries())
    expect(readFileSync(join(folder(), fileNames[index] ?? '')).equals(bytes)).toBe(true);
  expect(statSync(folder()).mode & 0o777).toBe(0o700);

  const database = await createTestDatabase('migrated');
  onTestFinished(database.drop);
  const loaded = database.connect();
  await load(loaded);
  expect(await loaded`select from storage.objects`).toHaveLength(0);
  expect(await loaded`select from private.picture_sizes`).toHaveLength(1);
  const room = async () =>
    (
      await loaded`select quota, is_disk_full, used::integer, bytes::integer from private.room, private.storage_sums`
    )[0];
  const files = 3 + 3 * 500_000;
  expect(await room()).toEqual({ quota: null, is_disk_full: false, used: files, bytes: 0 });
  const target = await startTestBackend({ databaseUrl: database.url, seed: false });
  onTestFinished(target.close);
  const run = (key: string) =>
    promisify(execFile)('sh', [join(folder(), 'upload.sh')], {
      env: { PATH: process.env.PATH, SUPABASE_URL: target.url, SUPABASE_SECRET_KEY: key },
    });
  await expect(run(target.publishableKey)).rejects.toThrow('row-level security');
  for (const done of ['uploaded', 'is there'])
    expect((await run(target.serviceRoleKey)).stdout).toBe(fileNames.map((name) => `${done} ${name}\n`).join(''));
  const stored = await loaded<{ name: string; bytes: Buffer; type: string }[]>`
    select o.name, o.metadata ->> 'mimetype' as type, c.bytes
    from storage.objects o join storage.contents c on c.object = o.id order by o.name`;
  expect(stored.map(({ name, type }) => [name, type])).toEqual([
    [shown, 'image/png'],
    [waiting, 'image/jpeg'],
    [deleted, 'image/jpeg'],
  ]);
  expect((await room())?.used).toBe(files + 13 + 5 + 3_000_000);
  expect(Object.values(ORIGINALS).every((bytes, index) => stored[index]?.bytes.equals(bytes))).toBe(true);
});

test('an export does not load where another account has one of its addresses', async () => {
  const database = await createTestDatabase('migrated');
  onTestFinished(database.drop);
  const target = database.connect();
  await target`insert into auth.users (id, email) values (gen_random_uuid(), 'Anna@example.com')`;
  await expect(load(target)).rejects.toThrow('other accounts with these addresses already: anna@example.com');
  await target`rollback`;
  expect(await target`select from auth.identities`).toHaveLength(0);
});

test('an export leaves a folder or a file of others in the place of its folder as it is', async () => {
  expect((await exported(sql(), demo)).said).toBe(`${folder()} is not empty; expected an empty folder, or none\n`);
  const other = join(given().directory, 'anderes');
  writeFileSync(`${other}-pictures`, 'mine');
  expect((await exported(`${other}.sql`, demo)).code).toBe(1);
  expect(readFileSync(`${other}-pictures`, 'utf8')).toBe('mine');
});

test('an export without uploads has no folder', async () => {
  const empty = await createTestDatabase('migrated');
  onTestFinished(empty.drop);
  const file = join(given().directory, 'leer.sql');
  expect(await exported(file, empty)).toEqual({ code: 0, out: `exported ${file}\n`, said: '' });
  expect(readdirSync(given().directory)).not.toContain('leer-pictures');
});
