import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Backend } from '../boot.ts';
import { connectDriver, socketAddress } from '../database/address.ts';
import { account, asked, platformData } from '../fixtures/platform-data.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 180_000 });

const given = platformData();

test('an export loads into a bare PostgreSQL 17 and into one that the migrations made', async () => {
  const { boot, data, directory, shutDown } = given();
  const project = { migrationsDir: undefined };
  const demo = await boot({ ...project, seed: 'demo' });
  await asked(demo, '/auth/v1/signup', account);
  const odd = "it's a \\ and „ü“\nin two lines $text$ $export$";
  await demo.database.query('update posts set content = $1 where id = (select min(id::text)::uuid from posts)', [odd]);
  await demo.database.execute(`
    insert into private.picture_files (hash, content_type, width, height, bytes)
    select encode(sha256(bytes), 'hex'), 'image/png', 3, 2, bytes
    from generate_series(1, 3) as n, decode(repeat('00ff5c27' || lpad(n::text, 2, '0'), 100000), 'hex') as bytes`);
  const sql = join(directory, 'export.sql');
  expect(await data(['export', sql])).toEqual({ code: 0, out: `exported ${sql}\n`, said: '' });
  expect(statSync(sql).mode & 0o777).toBe(0o600);

  const targets = [await createTestDatabase('bare'), await createTestDatabase('migrated')];
  const serving: Backend[] = [];
  try {
    for (const target of targets) {
      const loaded = target.connect();
      const load = () => loaded.unsafe(readFileSync(sql, 'utf8')).simple();
      await load();
      for (const table of [
        'posts',
        'courses',
        'lessons',
        'matrix_workshops',
        'prompts',
        'workflows',
        'ads',
        'site',
        'links',
      ]) {
        const rows = (name: string) => `select * from public.${name} order by id`;
        expect(JSON.stringify(await loaded.unsafe(rows(table)))).toBe(JSON.stringify(await rowsOf(demo, rows(table))));
      }
      const pictures = "select hash, encode(sha256(bytes), 'hex') as found from private.picture_files order by hash";
      const copied = await loaded.unsafe(pictures);
      expect(copied).toEqual(await rowsOf(demo, pictures));
      expect(copied.map(({ found }) => found)).toEqual(copied.map(({ hash }) => hash));
      expect(copied).toHaveLength(3);
      const versions = 'select content_versions() as versions';
      expect(await loaded.unsafe(versions)).toEqual(await rowsOf(demo, versions));
      // The published password and the open sign-up of the demo are not exported.
      const [door] = await loaded`
        select sign_up, (select encrypted_password is null from auth.users where email = 'admin@example.com') as is_shut,
          (select array_agg(email::text) from private.staff join auth.users on id = user_id) as staff
        from private.settings`;
      expect(door).toEqual({ sign_up: 'invited', is_shut: true, staff: [account.email] });
      await expect(load()).rejects.toThrow('holds content already');
    }
    for (const { url: databaseUrl } of targets) {
      const served = await boot({ dataDir: undefined, databaseUrl, seed: 'content', ...project });
      serving.push(served);
      expect((await asked(served, '/auth/v1/token?grant_type=password', account)).status).toBe(200);
      const [invitation] = await served.database.query('select private.invite() as token');
      const newcomer = await asked(served, '/auth/v1/signup', { ...account, email: 'berta@example.com' });
      expect(newcomer.status).toBe(200);
      const { access_token } = await newcomer.json();
      const accepted = await asked(served, '/rest/v1/rpc/accept_invitation', invitation ?? {}, access_token);
      expect(await accepted.json()).toBe('accepted');
    }
  } finally {
    await shutDown(...serving);
    for (const target of targets) await target.drop();
  }
});

test('an export does not load where another account has one of its addresses', async () => {
  const { boot, data, directory } = given();
  const backend = await boot({ migrationsDir: undefined });
  await asked(backend, '/auth/v1/signup', account);
  const sql = join(directory, 'export.sql');
  await data(['export', sql]);
  const database = await createTestDatabase('migrated');
  try {
    const target = database.connect();
    await target`insert into auth.users (id, email) values (gen_random_uuid(), 'Anna@example.com')`;
    const load = () => target.unsafe(readFileSync(sql, 'utf8')).simple();
    await expect(load()).rejects.toThrow('other accounts with these addresses already: anna@example.com');
    await target`rollback`;
    expect(await target`select from auth.identities`).toHaveLength(0);
  } finally {
    await database.drop();
  }
});

/** Reads rows with the settings of a driver outside of the backend. */
async function rowsOf(backend: Backend, query: string) {
  const socket = await backend.database.query<{ folder: string }>(
    "select current_setting('unix_socket_directories') as folder",
  );
  const sql = connectDriver(socketAddress(socket[0]?.folder ?? ''), { max: 1 });
  try {
    return await sql.unsafe(query);
  } finally {
    await sql.end();
  }
}
