import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { ADMINISTRATOR } from '../../seed/demo.ts';
import type { Backend } from '../boot.ts';
import { changedBackup } from '../fixtures/changed-backup.ts';
import { asked, platformData } from '../fixtures/platform-data.ts';
import { startTestBackend } from '../fixtures/test-backend.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 180_000 });

const given = platformData();
const project = { migrationsDir: undefined };
const runCommand = promisify(execFile);

const shown = '10000000-0000-4000-8000-000000000001';
const waiting = '10000000-0000-4000-8000-000000000002';
const deleted = '10000000-0000-4000-8000-000000000003';
const originals = {
  [shown]: Buffer.from('89504e470d0a1a0a00ff5c0a27', 'hex'),
  [waiting]: Buffer.from('ffd8ff00fe', 'hex'),
  [deleted]: Buffer.alloc(3_000_000, 'ein Bild '),
};

const send = (backend: Backend, path: string, init: RequestInit = {}) => {
  const headers = { apikey: backend.keys.publishable, ...init.headers };
  return backend.fetch(new Request(`http://backend.test${path}`, { ...init, headers }), { address: 'test' });
};

async function signedIn(backend: Backend): Promise<Record<string, string>> {
  const answer = await asked(backend, '/auth/v1/token?grant_type=password', ADMINISTRATOR);
  return { authorization: `Bearer ${(await answer.json()).access_token}` };
}

/** A demo with a picture that has a size, one that waits for them, and one in the trash. */
async function startLibrary(): Promise<Backend> {
  const backend = await given().boot({ ...project, seed: 'demo' });
  const staff = await signedIn(backend);
  for (const [id, bytes] of Object.entries(originals)) {
    const row = JSON.stringify({ id, title: 'Kursraum', alt: 'Ein Raum' });
    const added = { method: 'POST', headers: { ...staff, 'content-type': 'application/json' }, body: row };
    expect((await send(backend, '/rest/v1/pictures', added)).status).toBe(201);
    const headers = { ...staff, 'content-type': id === shown ? 'image/png' : 'image/jpeg' };
    const sent = { method: 'POST', headers, body: new Uint8Array(bytes) };
    expect((await send(backend, `/storage/v1/object/pictures/${id}`, sent)).status).toBe(200);
  }
  await backend.database.execute(`
    insert into private.picture_files (hash, content_type, width, height, bytes)
      values (encode(sha256('\\x00ff5c'), 'hex'), 'image/webp', 320, 200, '\\x00ff5c');
    insert into private.picture_sizes select '${shown}', 'image/webp', 320, hash from private.picture_files;
    update public.pictures set sized_at = now(), width = 320, height = 200, bytes = 12 where id = '${shown}';
    delete from public.pictures where id = '${deleted}';
  `);
  return backend;
}

async function uploadOf(backend: Backend, id: string, staff: Record<string, string>): Promise<Buffer> {
  const answer = await send(backend, `/storage/v1/object/authenticated/pictures/${id}`, { headers: staff });
  return Buffer.from(await answer.arrayBuffer());
}

async function expectLibrary(backend: Backend): Promise<void> {
  const staff = await signedIn(backend);
  for (const [id, bytes] of Object.entries(originals)) {
    expect((await uploadOf(backend, id, staff)).equals(bytes), id).toBe(true);
  }
  const answer = await asked(backend, '/rest/v1/rpc/library_pictures', { addresses: [`/_pictures/${shown}`] });
  expect(await answer.json()).toMatchObject([{ alt: 'Ein Raum', sizes: [{ width: 320 }] }]);
  const claim = await backend.database.query<{ due: string }>('select picture as due from private.picture_claims');
  expect(claim.map(({ due }) => due)).toContain(waiting);
}

test('a backup has uploads and sizes of pictures, is verified, and restores them with those in the trash', async () => {
  const { boot, data, directory } = given();
  await startLibrary();
  const file = join(directory, 'backup.tar.gz');
  expect((await data(['backup', file])).code).toBe(0);
  expect(await data(['verify', file])).toEqual({ code: 0, out: `verified ${file}\n`, said: '' });

  const upload = originals[waiting].toString('hex');
  const changed = await changedBackup(file, join(directory, 'changed.tar.gz'), (name, content) =>
    name.startsWith('database/') ? content.replace(upload, upload.replace('fe', 'ff')) : content,
  );
  expect(await data(['verify', changed])).toMatchObject({ code: 1, said: /^storage\.contents differs: / });

  const restored = join(directory, 'restored');
  expect((await data(['restore', file], { DATA_DIR: restored })).code).toBe(0);
  const again = await boot({ ...project, dataDir: restored });
  await expectLibrary(again);
  const restoring = await asked(
    again,
    '/rest/v1/rpc/restore_deleted',
    { deleted },
    (await signedIn(again)).authorization?.replace('Bearer ', ''),
  );
  expect(restoring.status).toBeLessThan(300);
  const addresses = [`/_pictures/${deleted}`];
  const back = await asked(again, '/rest/v1/rpc/library_pictures', { addresses });
  expect(await back.json()).toMatchObject([{ address: addresses[0], sizes: [] }]);
});

test('an export has the uploads in a folder, whose script brings them into a project that loaded the SQL', async () => {
  const { data, directory } = given();
  await startLibrary();
  const [sql, folder] = [join(directory, 'inhalt.sql'), join(directory, 'inhalt-pictures')];
  const said = `${folder} has 3 pictures: load the SQL, then run its upload.sh\nexported ${sql}\n`;
  expect(await data(['export', sql])).toEqual({ code: 0, out: said, said: '' });
  expect(readdirSync(folder).sort()).toEqual([`${shown}.png`, `${waiting}.jpg`, `${deleted}.jpg`, 'upload.sh']);
  for (const [id, bytes] of Object.entries(originals)) {
    expect(readFileSync(join(folder, `${id}.${id === shown ? 'png' : 'jpg'}`)).equals(bytes)).toBe(true);
  }
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect((await data(['export', sql])).said).toBe(`${folder} is not empty; expected an empty folder, or none\n`);

  const database = await createTestDatabase('migrated');
  const loaded = database.connect();
  await loaded.unsafe(readFileSync(sql, 'utf8')).simple();
  expect(await loaded`select from storage.objects`).toHaveLength(0);
  expect(await loaded`select from private.picture_sizes`).toHaveLength(1);
  const target = await startTestBackend({ databaseUrl: database.url, seed: false });
  try {
    const run = (key: string) =>
      runCommand('sh', [join(folder, 'upload.sh')], {
        env: { PATH: process.env.PATH, SUPABASE_URL: target.url, SUPABASE_SECRET_KEY: key },
      });
    await expect(run(target.publishableKey)).rejects.toThrow('row-level security');
    const names = [`${shown}.png`, `${waiting}.jpg`, `${deleted}.jpg`];
    expect((await run(target.serviceRoleKey)).stdout).toBe(names.map((name) => `uploaded ${name}\n`).join(''));
    expect((await run(target.serviceRoleKey)).stdout).toBe(names.map((name) => `is there ${name}\n`).join(''));
    const stored = await loaded<{ name: string; bytes: Buffer; type: string }[]>`
      select o.name, o.metadata ->> 'mimetype' as type, c.bytes
      from storage.objects o join storage.contents c on c.object = o.id order by o.name`;
    expect(stored.map(({ name, type }) => [name, type])).toEqual([
      [shown, 'image/png'],
      [waiting, 'image/jpeg'],
      [deleted, 'image/jpeg'],
    ]);
    expect(stored.every(({ bytes }, index) => bytes.equals(Object.values(originals)[index] ?? Buffer.alloc(0)))).toBe(
      true,
    );
  } finally {
    await target.close();
    await database.drop();
  }
});

test('an export without uploads has no folder, and a folder with files of others is left as it is', async () => {
  const { boot, data, directory } = given();
  await boot(project);
  const sql = join(directory, 'inhalt.sql');
  expect(await data(['export', sql])).toEqual({ code: 0, out: `exported ${sql}\n`, said: '' });
  expect(readdirSync(directory).sort()).toEqual(['data', 'inhalt.sql']);
  writeFileSync(join(directory, 'anderes-pictures'), 'mine');
  expect((await data(['export', join(directory, 'anderes.sql')])).code).toBe(1);
  expect(readFileSync(join(directory, 'anderes-pictures'), 'utf8')).toBe('mine');
});
