import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, test, vi } from 'vitest';
import { type Backend, bootBackend } from '../boot.ts';
import { account, asked, platformData } from '../fixtures/platform-data.ts';
import { startPostgresServer } from '../fixtures/postgres-server.ts';

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
  const sql = join(directory, 'export.sql');
  expect(await data(['export', sql])).toEqual({ code: 0, out: `exported ${sql}\n`, said: '' });
  expect(statSync(sql).mode & 0o777).toBe(0o600);

  const server = await startPostgresServer();
  const serving: Backend[] = [];
  try {
    const bare = await server.database('bare');
    const booted = await server.database('booted');
    await (await bootBackend({ dataDir: 'memory', databaseUrl: booted, seed: false, ...project })).close();
    for (const url of [bare, booted]) {
      const loaded = postgres(url, { max: 1, onnotice: () => {} });
      const load = () => loaded.unsafe(readFileSync(sql, 'utf8')).simple();
      await load();
      for (const table of ['posts', 'courses', 'lessons', 'matrix_workshops', 'prompts', 'workflows', 'ads']) {
        const rows = (name: string) => `select * from public.${name} order by id`;
        expect(JSON.stringify(await loaded.unsafe(rows(table)))).toBe(JSON.stringify(await rowsOf(demo, rows(table))));
      }
      const versions = 'select content_versions() as versions';
      expect(await loaded.unsafe(versions)).toEqual(await rowsOf(demo, versions));
      // What everybody may do with the demo, nobody may elsewhere.
      const [door] = await loaded`
        select sign_up, (select encrypted_password is null from auth.users where email = 'admin@example.com') as is_shut,
          (select array_agg(email::text) from private.staff join auth.users on id = user_id) as staff
        from private.settings`;
      expect(door).toEqual({ sign_up: 'invited', is_shut: true, staff: [account.email] });
      await expect(load()).rejects.toThrow('holds content already');
      await loaded.end();
    }
    for (const databaseUrl of [bare, booted]) {
      const served = await boot({ dataDir: 'memory', databaseUrl, seed: 'content', ...project });
      serving.push(served);
      expect((await asked(served, '/auth/v1/token?grant_type=password', account)).status).toBe(200);
      const newcomer = await asked(served, '/auth/v1/signup', { ...account, email: 'berta@example.com' });
      expect(newcomer.status).toBe(200);
      const { access_token } = await newcomer.json();
      const [invitation] = await served.database.query('select private.invite() as token');
      const accepted = await asked(served, '/rest/v1/rpc/accept_invitation', invitation ?? {}, access_token);
      expect(await accepted.json()).toBe('accepted');
    }
  } finally {
    await shutDown(...serving);
    await server.stop();
  }
});

test('an export does not load where one of its addresses is another account’s', async () => {
  const { boot, data, directory } = given();
  const backend = await boot({ migrationsDir: undefined });
  await asked(backend, '/auth/v1/signup', account);
  const sql = join(directory, 'export.sql');
  await data(['export', sql]);
  const server = await startPostgresServer();
  try {
    const url = await server.database('taken');
    await (await bootBackend({ dataDir: 'memory', databaseUrl: url, seed: false })).close();
    const target = postgres(url, { max: 1, onnotice: () => {} });
    await target`insert into auth.users (id, email) values (gen_random_uuid(), 'Anna@example.com')`;
    const load = () => target.unsafe(readFileSync(sql, 'utf8')).simple();
    await expect(load()).rejects.toThrow('other accounts with these addresses already: anna@example.com');
    await target`rollback`;
    expect(await target`select from auth.identities`).toHaveLength(0);
    await target.end();
  } finally {
    await server.stop();
  }
});

/** The rows as a driver without the backend's settings reads them. */
async function rowsOf(backend: Backend, query: string) {
  const socket = await backend.database.query<{ folder: string }>(
    "select current_setting('unix_socket_directories') as folder",
  );
  const sql = postgres({
    path: `${socket[0]?.folder}/.s.PGSQL.5432`,
    username: 'postgres',
    database: 'postgres',
    max: 1,
  });
  try {
    return await sql.unsafe(query);
  } finally {
    await sql.end();
  }
}
