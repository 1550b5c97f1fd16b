import {
  chmodSync,
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
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test, vi } from 'vitest';
import { type Change, changedBackup } from '../fixtures/changed-backup.ts';
import { account, asked, platformData } from '../fixtures/platform-data.ts';
import { END, FILES, HEADER } from './archive.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 180_000 });

const given = platformData();
const project = { migrationsDir: undefined };

const temporary = mkdtempSync(join(tmpdir(), 'verify-'));
// As root the database server is another account's.
chmodSync(temporary, 0o755);
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/** `pnpm data verify`, which leaves nothing in its temporary folder. */
async function verified(file: string) {
  const result = await given().data(['verify', file], { TMPDIR: temporary });
  expect(readdirSync(temporary)).toEqual([]);
  return result;
}

let small: Buffer | undefined;

/** A backup of a small platform. */
async function backedUp(): Promise<string> {
  const { boot, data, dataDir, directory, shutDown } = given();
  const file = join(directory, 'backup.tar.gz');
  if (small) {
    writeFileSync(file, small);
    return file;
  }
  const backend = await boot();
  await backend.database.execute("insert into notes (body, tags) values ('one', 'true'), ('two\nlines', null)");
  mkdirSync(join(dataDir, 'store'));
  writeFileSync(join(dataDir, 'store', 'main.js'), 'code');
  expect((await data(['backup', file])).code).toBe(0);
  await shutDown(backend);
  small = readFileSync(file);
  return file;
}

test('a backup of a whole platform is verified, while that goes on', async () => {
  const { boot, data, directory } = given();
  const backend = await boot({ ...project, seed: 'demo' });
  await asked(backend, '/auth/v1/signup', account);
  const file = join(directory, 'backup.tar.gz');
  await data(['backup', file]);
  expect(await verified(file)).toEqual({ code: 0, out: `verified ${file}\n`, said: '' });
  expect(await backend.database.query('select from auth.sessions')).toHaveLength(1);
});

const named = (wanted: string | RegExp, change: (content: string) => string): Change => {
  const isWanted = (name: string) => (typeof wanted === 'string' ? name === wanted : wanted.test(name));
  return (name, content) => (isWanted(name) ? change(content) : content);
};

const ROWS = /^database\//;

test.each<[string, Change, RegExp]>([
  [
    'another value',
    named(ROWS, (rows) => rows.replace('\tone\t', '\tOne\t')),
    /^public\.notes differs: 2 rows with the hash .*; saved were 2 rows/,
  ],
  [
    'a row less',
    named(ROWS, (rows) => rows.replace(/^.*\tone\t.*\n/m, '')),
    /^public\.notes differs: 1 rows .*; saved were 2 rows/,
  ],
  [
    'no rows',
    named(END, (end) => end.replace('"public.notes"', '"public.others"')),
    /^public\.notes differs: .*; saved were none$/,
  ],
  [
    'another file',
    named(`${FILES}store/main.js`, () => 'edoc'),
    /was changed: its entry "files\/store\/main\.js" differs from what was saved$/,
  ],
  [
    'another migration',
    named(HEADER, (header) => header.replace('length(body) <= 40', 'length(body) <= 41')),
    /was changed: its entry "backup\.json" differs/,
  ],
  ['half of its hashes', named(END, (end) => end.slice(0, 20)), /is not whole$/],
])('a backup with %s is not verified', async (_what, change, message) => {
  const file = await changedBackup(await backedUp(), join(given().directory, 'changed.tar.gz'), change);
  const { code, out, said } = await verified(file);
  expect([code, out]).toEqual([1, '']);
  expect(said.trim()).toMatch(message);
  expect(said.trim().split('\n')).toHaveLength(1);
});

test('a backup without hashes is verified, with a line that says so', async () => {
  const file = await changedBackup(
    await backedUp(),
    join(given().directory, 'old.tar.gz'),
    named(END, () => ''),
  );
  expect(await verified(file)).toEqual({
    code: 0,
    out:
      `${file} is of an earlier version and has no hashes: ` +
      `the restored rows were compared with those in the file alone\nverified ${file}\n`,
    said: '',
  });
});

test.each(['verify', 'restore'])(
  '%s refuses a backup of the replaced migrations, and nothing is changed',
  async (name) => {
    const { data, directory } = given();
    const old = named(HEADER, (header) => header.replace(/"version":"\d+"/, '"version":"20261101080000"'));
    const file = await changedBackup(await backedUp(), join(directory, 'changed.tar.gz'), old);
    const target = join(directory, 'target');
    const { code, out, said } = await data([name, file], { DATA_DIR: target, TMPDIR: temporary });
    expect([code, out]).toEqual([1, '']);
    expect(said).toContain(`${file} is of 630d167 or an earlier version`);
    expect(said).toContain('Start commit 8e5b85fd once with it');
    expect([existsSync(target), readdirSync(temporary)]).toEqual([false, []]);
  },
);

test('a changed backup is not restored either', async () => {
  const { data, directory } = given();
  const change = named(ROWS, (rows) => rows.replace('\tone\t', '\tOne\t'));
  const file = await changedBackup(await backedUp(), join(directory, 'changed.tar.gz'), change);
  const target = join(directory, 'target');
  const { code, out, said } = await data(['restore', file], { DATA_DIR: target });
  expect([code, out]).toEqual([1, '']);
  expect(said).toMatch(/^public\.notes differs: /);
  expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
});

test('rows that come out of the database otherwise are named, without hashes in the backup too', async () => {
  const { directory } = given();
  // PostgreSQL stores this value in another form.
  const otherwise = named(ROWS, (rows) => rows.replace('\ttrue\t', '\ttrue \t'));
  const old: Change = (name, content) => (name === END ? '' : otherwise(name, content));
  const file = await changedBackup(await backedUp(), join(directory, 'old.tar.gz'), old);
  const { code, said } = await verified(file);
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^public\.notes differs: 2 rows [^\n]*; saved were 2 rows [^\n]*\n$/),
  ]);
});

test('a file that is cut, foreign or missing is named', async () => {
  const { directory } = given();
  const file = await backedUp();
  const half = join(directory, 'half.tar.gz');
  cpSync(file, half);
  truncateSync(half, Math.floor(statSync(file).size / 2));
  const flipped = join(directory, 'flipped.tar.gz');
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  writeFileSync(flipped, bytes.with(middle, ~(bytes[middle] ?? 0)));
  // Without compression a damaged byte is one letter of a name.
  const renamed = join(directory, 'renamed.tar.gz');
  const plain = gzipSync(gunzipSync(bytes), { level: 0 });
  plain.write('N', plain.indexOf('public.notes') + 'public.'.length);
  writeFileSync(renamed, plain);
  const foreign = join(directory, 'foreign');
  writeFileSync(foreign, 'something else');
  for (const wrong of [half, flipped, renamed, foreign, join(directory, 'missing')]) {
    const { code, out, said } = await verified(wrong);
    expect([code, out]).toEqual([1, '']);
    expect(said).toMatch(new RegExp(`^[^\\n]*${wrong}[^\\n]*\\n$`));
  }
});

test('a restore ends all sessions, and names the tokens that are valid again', async () => {
  const { boot, data, dataDir, directory } = given();
  const backend = await boot(project);
  const { database } = backend;
  const signedUp = await (await asked(backend, '/auth/v1/signup', account)).json();
  const refreshed = (on: typeof backend, refresh_token: string) =>
    asked(on, '/auth/v1/token?grant_type=refresh_token', { refresh_token });
  const { refresh_token } = await (await refreshed(backend, signedUp.refresh_token)).json();
  expect(refresh_token).toEqual(expect.any(String));

  const query = async <Row = { token: string }>(sql: string, ...parameters: unknown[]) =>
    database.query<Row>(sql, parameters);
  const made = async (...parameters: unknown[]) =>
    (await query('select shipping.make_token($1, $2, $3, $4::interval, $5) as token', ...parameters))[0]?.token ?? '';
  await query("insert into shipping.teams (name) values ('events')");
  await query("insert into shipping.remotes (name, team) values ('mf-events', 'events')");
  const tokens = {
    team: await made('team', 'events', ['publish', 'canary'], '10 days', ''),
    shell: await made('shell', null, [], null, 'the owner'),
    revoked: await made('team', 'events', ['publish'], '10 days', 'the owner'),
    ended: await made('team', 'events', ['publish'], '-1 days', 'the owner'),
  };
  const idOf = (token: string) => token.split('_')[1] ?? '';
  await query('update shipping.deploy_tokens set revoked_at = now() where id = $1', idOf(tokens.revoked));
  await query(
    'update shipping.deploy_tokens set created_by_account = (select id from auth.users) where id = $1',
    idOf(tokens.team),
  );
  const file = join(directory, 'backup.tar.gz');
  await data(['backup', file]);
  await query('update shipping.deploy_tokens set revoked_at = now()');

  const restored = join(directory, 'restored');
  const { code, out } = await data(['restore', file], { DATA_DIR: restored });
  expect(code).toBe(0);
  const [ends] = await query<{ day: string }>("select to_char(now() + interval '10 days', 'YYYY-MM-DD') as day");
  const lines = out.trim().split('\n');
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['token', 'of', 'remotes', 'may', 'made by', 'ends'],
    [idOf(tokens.shell), 'shell', 'all', 'read', 'the owner', 'no end'],
    [idOf(tokens.team), 'events', 'mf-events', 'publish, canary', account.email, ends?.day],
    [expect.stringContaining('Revoke one: pnpm remote token revoke TOKEN')],
    [`restored ${file}`],
  ]);
  for (const token of Object.values(tokens)) expect(out).not.toContain(token.split('_')[2]);

  const again = await boot({ ...project, dataDir: restored });
  expect((await refreshed(again, refresh_token)).status).toBe(400);
  expect(await again.database.query('select from auth.sessions')).toEqual([]);
  expect((await asked(again, '/auth/v1/token?grant_type=password', account)).status).toBe(200);
  expect((await refreshed(backend, refresh_token)).status).toBe(200);
  expect(existsSync(dataDir)).toBe(true);
});
