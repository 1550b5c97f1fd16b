import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Backend, type BootOptions, bootBackend } from '../boot.ts';
import { migrationsDir, password } from '../fixtures/backend.ts';
import { startPostgresServer } from '../fixtures/postgres-server.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 180_000 });

const cli = fileURLToPath(new URL('../data.ts', import.meta.url));

let directory: string;
let dataDir: string;
let file: string;
const running: Backend[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'data-'));
  dataDir = join(directory, 'data');
  file = join(directory, 'backup.tar.gz');
});
afterEach(async () => {
  for (const backend of running.splice(0)) await backend.close();
  rmSync(directory, { recursive: true, force: true });
});

async function boot(options: Partial<BootOptions> = {}): Promise<Backend> {
  const backend = await bootBackend({ dataDir, migrationsDir, seed: false, ...options });
  running.push(backend);
  return backend;
}

async function shutDown(backend: Backend): Promise<void> {
  running.splice(running.indexOf(backend), 1);
  await backend.close();
}

/** `pnpm data …` as a process of its own. */
async function data(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', cli, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], out, said] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code, out, said };
}

const asked = (backend: Backend, path: string, json: object, token = backend.keys.publishable) =>
  backend.fetch(
    new Request(`http://backend.test${path}`, {
      method: 'POST',
      headers: {
        apikey: backend.keys.publishable,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(json),
    }),
    { address: 'test' },
  );

const account = { email: 'anna@example.com', password };

test('a backup taken under writes restores to a state that existed', async () => {
  const backend = await boot();
  await asked(backend, '/auth/v1/signup', account);
  mkdirSync(join(dataDir, 'store', 'mf-blog'), { recursive: true });
  writeFileSync(join(dataDir, 'store', 'mf-blog', 'main.js'), 'code');
  writeFileSync(join(dataDir, 'registry.json'), '{"remotes":{}}');
  // Two accounts of which one loses what the other gains, and a row for each move.
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
  // Numbers go on where they were.
  await again.database.execute("insert into notes (body) values ('next')");
  expect(await again.database.query('select count(*)::int as count from notes')).toEqual([{ count: 3 }]);
});

test('what is at rest is backed up and restored by a copy of its folder’s content', async () => {
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

test('a folder that is not empty, a file that is no backup and a backup that was cut short are refused', async () => {
  const backend = await boot();
  await shutDown(backend);
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

test('a restore that was killed is not taken for a platform', async () => {
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'restoring'), '');
  await expect(boot()).rejects.toThrow(`A restore into ${dataDir} was cut short`);
});

test.each([
  [[], {}, 'expected: pnpm data backup|restore|export FILE'],
  [['toString', 'x'], {}, 'expected: pnpm data'],
  [['backup', 'a', 'b'], {}, 'expected: pnpm data'],
  [['backup', '/nowhere/x'], {}, 'there is no folder /nowhere'],
  [['backup', tmpdir()], {}, 'is a folder; expected a file'],
  [['backup', join(tmpdir(), 'x')], {}, 'there is no database in'],
  [
    ['backup', join(tmpdir(), 'x')],
    { SUPABASE_URL: 'https://x.supabase.co' },
    'a Supabase project has backups of its own',
  ],
])('data %j says in one line what is wrong', async (args, environment, words) => {
  const { code, out, said } = await data(args, environment);
  expect([code, out]).toEqual([1, '']);
  expect(said).toContain(words);
  expect(said.trim().split('\n')).toHaveLength(1);
});

test('an export loads into a bare PostgreSQL 17 and into one that the migrations made', async () => {
  const project = { migrationsDir: undefined };
  const demo = await bootBackend({ dataDir, seed: 'demo' });
  running.push(demo);
  await asked(demo, '/auth/v1/signup', account);
  const odd = "it's a \\ and „ü“\nin two lines $text$ $export$";
  await demo.database.query('update posts set content = $1 where id = (select min(id::text)::uuid from posts)', [odd]);
  const sql = join(directory, 'export.sql');
  expect(await data(['export', sql])).toEqual({ code: 0, out: `exported ${sql}\n`, said: '' });
  expect(statSync(sql).mode & 0o777).toBe(0o600);

  const server = await startPostgresServer();
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
      expect((await asked(served, '/auth/v1/token?grant_type=password', account)).status).toBe(200);
      const newcomer = await asked(served, '/auth/v1/signup', { ...account, email: 'berta@example.com' });
      expect(newcomer.status).toBe(200);
      const { access_token } = await newcomer.json();
      const [invitation] = await served.database.query('select private.invite() as token');
      const accepted = await asked(served, '/rest/v1/rpc/accept_invitation', invitation ?? {}, access_token);
      expect(await accepted.json()).toBe('accepted');
    }
  } finally {
    for (const backend of running.splice(0)) await backend.close();
    await server.stop();
  }
});

test('an export does not load where one of its addresses is another account’s', async () => {
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
