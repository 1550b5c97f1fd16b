import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { release } from '../../policies/calls.ts';
import type { Backend } from '../boot.ts';
import { clusterIn } from '../database/embedded.ts';
import { migrationsIn, projectMigrations } from '../database/migrate.ts';
import { BackendProcess } from '../fixtures/backend-process.ts';
import { platformData } from '../fixtures/platform-data.ts';
import { startTestBackend } from '../fixtures/test-backend.ts';
import { runtimeFolder } from '../postgres/runtime.ts';
import { checkMigrations } from './check-migrations.ts';
import type { ReadingRelease } from './releases.ts';
import { SCRATCH } from './scratch.ts';

// Clusters are created here, on a disk that may be busy.
vi.setConfig({ testTimeout: 180_000 });

const given = platformData();

/** The next migration drops the name of who acted from the audit log. */
const LAST = '20261202010000';
const NEXT = '20261202010100_actors.sql';
const LOST = 'column trail.actor_name is gone';

/** The migrations of an older version of the platform. */
function olderMigrations(): string {
  const folder = join(given().directory, 'migrations');
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(projectMigrations))
    if (file.slice(0, LAST.length) <= LAST) cpSync(join(projectMigrations, file), join(folder, file));
  return folder;
}

const reading = (table: string, ...columns: string[]) => ({
  reads: { tables: { [table]: columns }, embedded: {}, functions: {} },
  staffOnly: true,
});
const losing = reading('trail', 'actor_name');
const keeping = reading('trail', 'id');

type More = Readonly<Record<string, unknown>>;

interface Given {
  readonly live: More;
  readonly previous?: More;
  readonly canary?: More;
  readonly isRetired?: boolean;
}

/** Stores releases of remotes, the first of them mf-x and the next mf-y, as publishing and moves leave them. */
async function givenRemotes({ database }: Pick<Backend, 'database'>, remotes: readonly Given[]) {
  for (const [index, { live, previous, canary, isRetired = false }] of remotes.entries()) {
    const name = ['mf-x', 'mf-y'][index] ?? '';
    await database.query('insert into shipping.remotes (name, slot) values ($1, $2)', [name, 5 + index]);
    for (const [version, more] of Object.entries({ 1: live, 2: previous ?? {}, 3: canary ?? {} }))
      await database.query(
        "insert into shipping.releases (remote, version, document, published_by) values ($1, $2, $3::text::jsonb, 'test')",
        [name, version, JSON.stringify(release(name, version, more))],
      );
    await database.query(
      `update shipping.remotes set live = '1', previous = $2::text::text[], is_retired = $3, canary = $4, canary_percent = $5
       where name = $1`,
      [name, previous ? '{2}' : '{}', isRetired, canary ? '3' : null, canary ? 10 : null],
    );
  }
}

/** A stopped platform of an older version with these releases. */
async function givenPlatform(...remotes: readonly Given[]): Promise<void> {
  const { boot, shutDown } = given();
  const backend = await boot({ migrationsDir: olderMigrations() });
  await givenRemotes(backend, remotes);
  await shutDown(backend);
}

const stateOf = async ({ database }: Backend) => ({
  migrations: await database.query('select version from supabase_migrations.schema_migrations order by 1'),
  functions: await database.query(
    "select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace order by 1",
  ),
});

test('a start that would take away what the live release reads is refused, names it and changes nothing', async () => {
  const { boot, shutDown, dataDir } = given();
  await givenPlatform({ live: losing });
  const older = await boot({ migrationsDir: olderMigrations() });
  const before = await stateOf(older);
  await shutDown(older);
  const files = readdirSync(dataDir);
  const refused = new BackendProcess({ DATA_DIR: dataDir, SEED: 'none' });
  const { message } = await refused.logged('failed');
  expect(message).toContain(
    `The new migrations take away what releases read; nothing was changed:\n${LOST}: mf-x@1 (live)\nExpand first:`,
  );
  expect(await refused.ended).toBe(1);
  expect(readdirSync(dataDir)).toEqual(files);
  const again = await boot({ migrationsDir: olderMigrations() });
  expect(await stateOf(again)).toEqual(before);
  await shutDown(again);
  const unchecked = new BackendProcess({ DATA_DIR: dataDir, SEED: 'none', MIGRATIONS: 'unchecked' });
  await unchecked.logged('ready');
  expect(unchecked.lines).toContainEqual(expect.objectContaining({ file: NEXT }));
  await unchecked.kill('SIGTERM');
});

test('a start that cannot try the migrations names the way to go on', async () => {
  const { boot } = given();
  await givenPlatform({ live: keeping });
  const needsRows =
    "do $$ begin if not exists (select from public.posts) then raise 'a post is needed'; end if; end $$;";
  writeFileSync(join(olderMigrations(), '20261202010001_needs_rows.sql'), needsRows);
  await expect(boot({ migrationsDir: join(given().directory, 'migrations') })).rejects.toThrow(
    /cannot be tried on a database without rows: .*a post is needed\nMIGRATIONS=unchecked starts all the same\.$/s,
  );
});

test('a check replaces the leftovers of a killed one', async () => {
  await givenPlatform({ live: keeping });
  // Checks of other tests have the folder of this process; the path of a socket must be short.
  const temporary = mkdtempSync('/tmp/ki-');
  chmodSync(temporary, 0o711);
  try {
    const scratch = join(temporary, basename(SCRATCH));
    const cluster = clusterIn(join(scratch, 'data'));
    for (const folder of [cluster, `${cluster}.new`]) mkdirSync(join(folder, 'base'), { recursive: true });
    mkdirSync(join(temporary, basename(runtimeFolder(`${cluster}.new`))));
    expect(await given().data(['check-migrations'], { TMPDIR: temporary })).toMatchObject({ code: 0 });
    expect([readdirSync(temporary), readdirSync(scratch)]).toEqual([[basename(SCRATCH)], ['lock']]);
  } finally {
    rmSync(temporary, { recursive: true });
  }
});

test('two checks at once wait for each other', async () => {
  await givenPlatform({ live: losing });
  const checks = await Promise.all([given().data(['check-migrations']), given().data(['check-migrations'])]);
  expect(checks.map(({ code, out }) => [code, out.includes(LOST)])).toEqual([
    [1, true],
    [1, true],
  ]);
});

test('check-migrations names what the canary and a release to go back to read, and ends with 1', async () => {
  await givenPlatform({ live: keeping, previous: losing, canary: losing });
  const { code, out, said } = await given().data(['check-migrations']);
  expect(code).toBe(1);
  expect(out).toContain(`new: ${NEXT}\n`);
  expect(out).toContain(`${LOST}: mf-x@3 (canary), mf-x@2 (to go back to)\n`);
  expect(said).toMatch(/^The new migrations take away what releases read\. Expand first: .*\n$/);
});

test('retired remotes do not count, and releases without a record or with a malformed one are named', async () => {
  const malformed = { reads: { tables: 5 } };
  await givenPlatform({ live: losing, isRetired: true }, { live: {}, previous: keeping, canary: malformed });
  const { code, out } = await given().data(['check-migrations']);
  expect(code).toBe(0);
  expect(out).toContain(
    'not recorded is what these releases of an older platform read: mf-y@1 (live), mf-y@3 (canary)\n',
  );
  expect(out).toMatch(/checked \d+ new migrations against 3 releases: nothing that they read is taken away\n$/);
});

test('a project is asked by its API with a token, and the last applied migration is an option', async () => {
  const project = await startTestBackend({ seed: false, migrationsDir: olderMigrations() });
  try {
    await givenRemotes(project, [{ live: losing }]);
    const [made] = await project.database.query<{ token: string }>('select shipping.operator_token() as token');
    const environment = {
      SUPABASE_URL: project.url,
      SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
      REMOTE_TOKEN: made?.token ?? '',
    };
    const { data } = given();
    const { code, out } = await data(['check-migrations', '--applied', LAST], environment);
    expect([code, out]).toEqual([1, expect.stringContaining(`${LOST}: mf-x@1 (live)\n`)]);
    const newest = readdirSync(projectMigrations).at(-1)?.split('_')[0] ?? '';
    expect(await data(['check-migrations', '--applied', newest], environment)).toMatchObject({ code: 0 });
    expect((await data(['check-migrations'], environment)).said).toContain('--applied VERSION is needed');
    expect(
      (await data(['check-migrations', '--applied', LAST], { ...environment, REMOTE_TOKEN: 'none' })).said,
    ).toContain('the registry cannot be read: ');
  } finally {
    await project.close();
  }
});

test('the functions that shells call count beside releases with a record, and not without one', async () => {
  const migrations = migrationsIn(projectMigrations);
  const applied = new Set(migrations.map(({ version }) => version));
  const sql = 'drop function public.read_site(); drop function public.is_staff() cascade;';
  const next = [...migrations, { version: '29990101000000', file: '29990101000000_site.sql', name: 'site', sql }];
  const of = (more: Partial<ReadingRelease>): ReadingRelease => ({
    title: 'mf-x@1 (live)',
    role: 'anon',
    reads: undefined,
    ...more,
  });
  expect((await checkMigrations(next, applied, [of({ reads: keeping.reads })])).lost).toEqual([
    'function read_site is gone: the shell',
    'function is_staff is gone: the shell',
  ]);
  expect((await checkMigrations(next, applied, [of({})])).lost).toEqual([]);
});
