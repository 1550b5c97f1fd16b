import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ADMINISTRATOR } from '../../seed/demo.ts';
import type { Backend } from '../boot.ts';
import { connectDriver, socketAddress } from '../database/address.ts';
import { changedBackup } from '../fixtures/changed-backup.ts';
import { account, asked, platformData } from '../fixtures/platform-data.ts';
import { startTestBackend } from '../fixtures/test-backend.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const given = platformData('all');
const project = { migrationsDir: undefined };

const shown = '10000000-0000-4000-8000-000000000001';
const waiting = '10000000-0000-4000-8000-000000000002';
const deleted = '10000000-0000-4000-8000-000000000003';
const originals = {
  [shown]: Buffer.from('89504e470d0a1a0a00ff5c0a27', 'hex'),
  [waiting]: Buffer.from('ffd8ff00fe', 'hex'),
  [deleted]: Buffer.alloc(3_000_000, 'ein Bild '),
};
const fileNames = [`${shown}.png`, `${waiting}.jpg`, `${deleted}.jpg`];

const send = (backend: Backend, path: string, init: RequestInit = {}) => {
  const headers = { apikey: backend.keys.publishable, ...init.headers };
  return backend.fetch(new Request(`http://backend.test${path}`, { ...init, headers }), { address: 'test' });
};

async function staffOf(backend: Backend): Promise<{ token: string; authorization: string }> {
  const answer = await asked(backend, '/auth/v1/token?grant_type=password', ADMINISTRATOR);
  const { access_token: token } = await answer.json();
  return { token, authorization: `Bearer ${token}` };
}

let demo: Backend;
const sql = () => join(given().directory, 'inhalt.sql');
const folder = () => join(given().directory, 'inhalt-pictures');
const load = (target: ReturnType<Awaited<ReturnType<typeof createTestDatabase>>['connect']>) =>
  target.unsafe(readFileSync(sql(), 'utf8')).simple();

/** The demo with an account, an odd text, a picture that has a size, one that waits for sizes, and one in the trash. */
beforeAll(async () => {
  demo = await given().boot({ ...project, seed: 'demo' });
  await asked(demo, '/auth/v1/signup', account);
  const { authorization, token } = await staffOf(demo);
  for (const [id, bytes] of Object.entries(originals)) {
    const row = await asked(demo, '/rest/v1/pictures', { id, title: 'Kursraum', alt: 'Ein Raum' }, token);
    expect(row.status).toBe(201);
    const headers = { authorization, 'content-type': id === shown ? 'image/png' : 'image/jpeg' };
    const sent = { method: 'POST', headers, body: new Uint8Array(bytes) };
    expect((await send(demo, `/storage/v1/object/pictures/${id}`, sent)).status).toBe(200);
  }
  const odd = "it's a \\ and „ü“\nin two lines $text$ $export$";
  await demo.database.query('update posts set content = $1 where id = (select min(id::text)::uuid from posts)', [odd]);
  await demo.database.execute(`
    -- Words of an earlier version, which an export must not carry on.
    with waiting as (delete from private.search_index where kind = 'lesson' returning kind, id)
    insert into private.search_documents (kind, id, words) select kind, id, 'Alt'::tsvector from waiting;
    insert into private.picture_files (hash, content_type, width, height, bytes)
      values (encode(sha256('\\x00ff5c'), 'hex'), 'image/webp', 320, 200, '\\x00ff5c');
    insert into private.picture_sizes select '${shown}', 'image/webp', 320, hash from private.picture_files;
    insert into private.picture_files (hash, content_type, width, height, bytes)
      select encode(sha256(bytes), 'hex'), 'image/png', 3, 2, bytes
      from generate_series(1, 3) as n, decode(repeat('00ff5c27' || lpad(n::text, 2, '0'), 100000), 'hex') as bytes;
    update public.pictures set sized_at = now(), width = 320, height = 200, bytes = 12 where id = '${shown}';
    delete from public.pictures where id = '${deleted}';
    update private.room set quota = 1000000000000;
    select shipping.make_token('shell', null, '{}', null, 'the command line');
    select shipping.make_token('shell', null, '{}', null, '', id) from auth.users where email = '${ADMINISTRATOR.email}';
    select private.invite('eingeladen@example.com');
    insert into private.previews (relation, record_id, token_hash, account)
      select 'posts', p.id, '\\x00', u.id from public.posts p, auth.users u where u.email = '${account.email}' limit 1;
  `);
  const out = `${folder()} has 3 pictures: load the SQL, then run its upload.sh\nexported ${sql()}\n`;
  expect(await given().data(['export', sql()])).toEqual({ code: 0, out, said: '' });
});

test('a backup has uploads and sizes of pictures, is verified, and restores them with those in the trash', async () => {
  const { boot, data, directory } = given();
  const file = join(directory, 'backup.tar.gz');
  expect((await data(['backup', file])).code).toBe(0);
  expect(await data(['verify', file])).toEqual({ code: 0, out: `verified ${file}\n`, said: '' });

  const upload = originals[waiting].toString('hex');
  const changed = await changedBackup(file, join(directory, 'changed.tar.gz'), (name, content) =>
    name.startsWith('database/') ? content.replace(upload, upload.replace('fe', 'ff')) : content,
  );
  expect(await data(['verify', changed])).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^storage\.contents differs: /),
  });

  const restored = join(directory, 'restored');
  expect((await data(['restore', file], { DATA_DIR: restored })).code).toBe(0);
  const again = await boot({ ...project, dataDir: restored });
  const { token, authorization } = await staffOf(again);
  for (const [id, bytes] of Object.entries(originals)) {
    const answer = await send(again, `/storage/v1/object/authenticated/pictures/${id}`, { headers: { authorization } });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes), id).toBe(true);
  }
  const inLibrary = async (id: string) =>
    (await asked(again, '/rest/v1/rpc/library_pictures', { addresses: [`/_pictures/${id}`] })).json();
  expect(await inLibrary(shown)).toMatchObject([{ alt: 'Ein Raum', sizes: [{ width: 320 }] }]);
  const claims = await again.database.query<{ due: string }>('select subject as due from private.jobs');
  expect(claims.map(({ due }) => due)).toContain(waiting);
  expect((await asked(again, '/rest/v1/rpc/restore_deleted', { deleted }, token)).status).toBeLessThan(300);
  expect(await inLibrary(deleted)).toMatchObject([{ address: `/_pictures/${deleted}`, sizes: [] }]);
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
    expect(JSON.stringify(await loaded.unsafe(rows))).toBe(JSON.stringify(await rowsOf(demo, rows)));
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
  expect(copied).toEqual(await rowsOf(demo, pictures));
  expect(copied.map(({ found }) => found)).toEqual(copied.map(({ hash }) => hash));
  expect(copied).toHaveLength(4);
  const versions = 'select content_versions() as versions';
  expect(await loaded.unsafe(versions)).toEqual(await rowsOf(demo, versions));
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

  const served = await boot({ dataDir: undefined, databaseUrl: target.url, seed: 'content', ...project });
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
  for (const [index, bytes] of Object.values(originals).entries())
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
  expect(Object.values(originals).every((bytes, index) => stored[index]?.bytes.equals(bytes))).toBe(true);
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
  const { data, directory } = given();
  expect((await data(['export', sql()])).said).toBe(`${folder()} is not empty; expected an empty folder, or none\n`);
  writeFileSync(join(directory, 'anderes-pictures'), 'mine');
  expect((await data(['export', join(directory, 'anderes.sql')])).code).toBe(1);
  expect(readFileSync(join(directory, 'anderes-pictures'), 'utf8')).toBe('mine');
});

/** Reads rows with the settings of a driver outside of the backend. */
async function rowsOf(backend: Backend, query: string) {
  const socket = await backend.database.query<{ folder: string }>(
    "select current_setting('unix_socket_directories') as folder",
  );
  const driver = connectDriver(socketAddress(socket[0]?.folder ?? ''), { max: 1 });
  try {
    return await driver.unsafe(query);
  } finally {
    await driver.end();
  }
}
