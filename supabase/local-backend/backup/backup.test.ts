import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { ADMINISTRATOR } from '../../seed/demo.ts';
import type { Backend } from '../boot.ts';
import { account, asked, givenPictures, ORIGINALS, platformData, send, staffOf } from '../fixtures/platform-data.ts';

// Clusters are created and synced to the disk here, which may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const given = platformData('all');
const project = { migrationsDir: undefined };
const MADE = 'the owner';

let backend: Backend;
let restored: Backend;
let output: string;
let refreshToken: string;
let movesBefore = 0;
const tokens: Record<string, string> = {};
const versions: unknown[] = [];

const file = () => join(given().directory, 'backup.tar.gz');
const idOf = (token = '') => token.split('_')[1] ?? '';
const refresh = (on: Backend) => asked(on, '/auth/v1/token?grant_type=refresh_token', { refresh_token: refreshToken });
const versionOf = async ({ database }: Backend) =>
  (await database.query<{ versions: Record<string, string> }>('select content_versions() as versions'))[0]?.versions
    .workshops;
const write = ({ database }: Backend) => database.execute("insert into workshops (title) values ('Neu')");

/** Each transaction moves 1 from one prompt to another and adds a third, so that a snapshot must balance. */
const MOVE = `
  update prompts set prompt_text = prompt_text::int - 1 where name = 'from';
  insert into prompts (name, prompt_text, workflow_type) values ('move', '1', 'gemini_blog_ideas');
  update prompts set prompt_text = prompt_text::int + 1 where name = 'to'`;

/** Writes while `work` runs. */
async function underWrites(work: () => Promise<unknown>): Promise<void> {
  await backend.database.execute(`insert into prompts (name, prompt_text, workflow_type)
    values ('from', '0', 'gemini_blog_ideas'), ('to', '0', 'gemini_blog_ideas')`);
  let isOver = false;
  let moves = 0;
  const writer = async () => {
    for (; !isOver; moves += 1) await backend.database.transaction((transaction) => transaction.execute(MOVE));
  };
  const writers = Promise.all([writer(), writer()]);
  await vi.waitFor(() => expect(moves).toBeGreaterThan(20), { timeout: 60_000 });
  movesBefore = moves;
  await work();
  isOver = true;
  await writers;
}

async function givenTokens(): Promise<void> {
  const query = (sql: string, ...parameters: unknown[]) => backend.database.query<{ token: string }>(sql, parameters);
  await query("insert into shipping.teams (name) values ('events')");
  await query("insert into shipping.remotes (name, team) values ('mf-events', 'events')");
  for (const [name, ...parameters] of [
    ['team', 'team', 'events', ['publish', 'canary'], '10 days', ''],
    ['shell', 'shell', null, [], null, MADE],
    ['revoked', 'team', 'events', ['publish'], '10 days', MADE],
    ['ended', 'team', 'events', ['publish'], '-1 days', MADE],
  ] as const) {
    const [made] = await query('select shipping.make_token($1, $2, $3, $4::interval, $5) as token', ...parameters);
    tokens[name] = made?.token ?? '';
  }
  await query('update shipping.deploy_tokens set revoked_at = now() where id = $1', idOf(tokens.revoked));
  await query(
    `update shipping.deploy_tokens set created_by_account = (select id from auth.users where email = $1) where id = $2`,
    account.email,
    idOf(tokens.team),
  );
}

beforeAll(async () => {
  const { boot, data, dataDir, directory } = given();
  backend = await boot({ ...project, seed: 'demo' });
  refreshToken = (await (await asked(backend, '/auth/v1/signup', account)).json()).refresh_token;
  refreshToken = (await (await refresh(backend)).json()).refresh_token;
  await givenTokens();
  await givenPictures(backend);
  await backend.database.execute(`
    select private.invite('neu@example.com');
    insert into private.previews (relation, record_id, token_hash, account)
      select 'posts', gen_random_uuid(), 'hash', id from auth.users where email = '${ADMINISTRATOR.email}'`);
  mkdirSync(join(dataDir, 'store', 'mf-blog'), { recursive: true });
  writeFileSync(join(dataDir, 'store', 'mf-blog', 'main.js'), 'code');
  versions.push(await versionOf(backend));
  await underWrites(async () =>
    expect(await data(['backup', file()])).toEqual({ code: 0, out: `saved ${file()}\n`, said: '' }),
  );
  await backend.database.query('update shipping.deploy_tokens set revoked_at = now()');
  await write(backend);
  versions.push(await versionOf(backend));
  const target = join(directory, 'restored', 'data');
  const { code, out, said } = await data(['restore', file()], { DATA_DIR: target });
  expect([code, said]).toEqual([0, '']);
  output = out;
  restored = await boot({ ...project, seed: 'demo', dataDir: target });
});

test('a backup taken under writes is one file, and restores to a state that existed', async () => {
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(given().directory).sort()).toEqual(['backup.tar.gz', 'data', 'restored']);
  const [state] = await restored.database.query<{ lost: number; gained: number; moves: number }>(`
    select (select -prompt_text::int from prompts where name = 'from') as lost,
      (select prompt_text::int from prompts where name = 'to') as gained,
      (select count(*)::int from prompts where name = 'move') as moves`);
  expect(state?.gained).toBe(state?.lost);
  expect(state?.moves).toBe(state?.lost);
  expect(state?.moves).toBeGreaterThanOrEqual(movesBefore);
  expect(restored.keys).toEqual(backend.keys);
  expect(readFileSync(join(given().directory, 'restored/data/store/mf-blog/main.js'), 'utf8')).toBe('code');
});

test('a restore names the tokens that are valid again', async () => {
  const days = "select to_char(now() + interval '10 days', 'YYYY-MM-DD') as day";
  const [ends] = await backend.database.query<{ day: string }>(days);
  const lines = output.trim().split('\n');
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['token', 'of', 'remotes', 'may', 'made by', 'ends'],
    [idOf(tokens.shell), 'shell', 'all', 'read', MADE, 'no end'],
    [idOf(tokens.team), 'events', 'mf-events', 'publish, canary', account.email, ends?.day],
    [expect.stringContaining('Revoke one: pnpm remote token revoke TOKEN')],
    [`restored ${file()}`],
  ]);
  for (const token of Object.values(tokens)) expect(output).not.toContain(token.split('_')[2]);
});

test('a restore ends all sessions there and none on the platform that goes on, and keeps passwords', async () => {
  expect((await refresh(restored)).status).toBe(400);
  expect(await restored.database.query('select from auth.sessions')).toEqual([]);
  expect((await asked(restored, '/auth/v1/token?grant_type=password', account)).status).toBe(200);
  expect((await refresh(backend)).status).toBe(200);
});

test('a restore ends previews and open invitations, some of which may have been ended since', async () => {
  const links = 'select from private.previews union all select from private.invitations where accepted_at is null';
  expect(await backend.database.query(links)).toHaveLength(2);
  expect(await restored.database.query(links)).toEqual([]);
});

/** The trail of writes has numbers, which continue from the last one. */
test('a restored platform takes writes, and repeats no version of content', async () => {
  expect(await versionOf(restored)).toBe(versions[0]);
  await write(restored);
  expect(versions).not.toContain(await versionOf(restored));
});

test('a restore has uploads and sizes of pictures, those in the trash too', async () => {
  const { token, authorization } = await staffOf(restored);
  const [shown = '', waiting = '', deleted = ''] = Object.keys(ORIGINALS);
  for (const [id, bytes] of Object.entries(ORIGINALS)) {
    const path = `/storage/v1/object/authenticated/pictures/${id}`;
    const answer = await send(restored, path, { headers: { authorization } });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes), id).toBe(true);
  }
  const inLibrary = async (id: string) =>
    (await asked(restored, '/rest/v1/rpc/library_pictures', { addresses: [`/_pictures/${id}`] })).json();
  expect(await inLibrary(shown)).toMatchObject([{ alt: 'Ein Raum', sizes: [{ width: 320 }] }]);
  const claims = await restored.database.query<{ due: string }>('select subject as due from private.jobs');
  expect(claims.map(({ due }) => due)).toContain(waiting);
  expect((await asked(restored, '/rest/v1/rpc/restore_deleted', { deleted }, token)).status).toBeLessThan(300);
  expect(await inLibrary(deleted)).toMatchObject([{ address: `/_pictures/${deleted}`, sizes: [] }]);
});

test('data forget deletes an account and refuses an unknown address', async () => {
  const forget = () => given().data(['forget', account.email]);
  expect(await forget()).toEqual({ code: 0, out: `forgotten ${account.email}\n`, said: '' });
  expect(await backend.database.query('select from auth.users where email = $1', [account.email])).toEqual([]);
  const said = `Nobody has the address "${account.email}": neither an account nor an invitation.\n`;
  expect(await forget()).toEqual({ code: 1, out: '', said });
});

test('a stopped platform is backed up, and the backup is verified', async () => {
  const { data, directory, shutDown } = given();
  await shutDown(backend);
  const done = (out: string) => ({ code: 0, out, said: '' });
  const where = { INIT_CWD: directory };
  expect(await data(['backup', 'relative.tar.gz'], where)).toEqual(done('saved relative.tar.gz\n'));
  expect(await data(['verify', 'relative.tar.gz'], where)).toEqual(done('verified relative.tar.gz\n'));
});

const ABSENT = join(tmpdir(), crypto.randomUUID());
const ELSEWHERE = { DATA_DIR: ABSENT };

test.concurrent.each([
  [[], {}, 'pnpm data export FILE, pnpm data forget ADDRESS'],
  [['toString', 'x'], {}, 'expected: pnpm data backup FILE'],
  [['forget', 'x@example.com'], ELSEWHERE, 'there is no database in'],
  [['backup', 'a', 'b'], {}, 'expected: pnpm data'],
  [['backup', '/nowhere/x'], {}, 'there is no folder /nowhere'],
  [['backup', tmpdir()], {}, 'is a folder; expected a file'],
  [['backup', ABSENT], ELSEWHERE, 'there is no database in'],
  [['restore', ABSENT], ELSEWHERE, 'cannot be read: ENOENT'],
  [['backup', ABSENT], { SUPABASE_URL: 'https://x.supabase.co' }, 'a Supabase project has backups of its own'],
])('data %j fails with its fault in one line', async (args, environment, words) => {
  const { code, out, said } = await given().data(args, environment);
  expect([code, out]).toEqual([1, '']);
  expect(said).toContain(words);
  expect(said.trim().split('\n')).toHaveLength(1);
});
