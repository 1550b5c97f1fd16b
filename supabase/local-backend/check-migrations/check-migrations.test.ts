import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { integrityOf } from '@ki/shared/process/hash.ts';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { release } from '../../policies/testing/calls.ts';
import type { Backend } from '../boot.ts';
import { clusterIn } from '../database/embedded.ts';
import { migrationsIn, projectMigrations } from '../database/migrate.ts';
import { BackendProcess } from '../fixtures/backend-process.ts';
import { platformData } from '../fixtures/platform-data.ts';
import { startTestBackend } from '../fixtures/test-backend.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';
import { runtimeFolder } from '../postgres/runtime.ts';
import { checkMigrations, insertDemoRows, registryIn } from './check.ts';
import { SCRATCH } from './scratch.ts';

// Clusters are created here, and the shell may have to be built, on a machine that may be busy.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });

const given = platformData('all');

/** The next migration drops the functions of a page with prices. */
const LAST = '20261207010000';
const NEXT = '20261207020000_costs_by_person_go.sql';

/** The migrations of an older version of the platform. */
function olderMigrations(): string {
  const folder = join(given().directory, 'migrations');
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(projectMigrations))
    if (file.slice(0, LAST.length) <= LAST) cpSync(join(projectMigrations, file), join(folder, file));
  return folder;
}

/** A remote whose page calls what visitors may not, and says so. */
const bundleCalling = (call: string) => `
const { createElement } = require('react');
const { reader } = require('@ki/shared/data/clients.ts');
const loader = async () => {
  const { error } = await (await reader()).${call};
  if (error && error.code !== '42501') throw new Error(error.message);
  return { refused: error.message };
};
const Component = () => createElement('p', null, 'Seite');
exports.remote = { contract: 2, id: 'mf-x', routes: [{ id: 'x', path: '/x', loader, Component }] };`;

const BROKEN = bundleCalling("rpc('delete_ai_price', { model: 'm' })");
const SOUND = bundleCalling("from('trail').select('id')");
const LINE = 'mf-x@1 (live): /x: status 500: Error: ';

const serverOf = (code: string) => ({ path: 'server/index.cjs', integrity: integrityOf(Buffer.from(code)) });

interface Bundles {
  readonly live: string;
  readonly previous?: string;
  /** Its files are nowhere. */
  readonly canary?: string;
}

/** Stores releases of mf-x, as publishing and moves leave them. */
async function givenReleases({ database }: Pick<Backend, 'database'>, bundles: Bundles, origin: string | null = null) {
  const { live, previous, canary } = bundles;
  await database.query("insert into shipping.remotes (name, slot) values ('mf-x', 5)");
  for (const [version, code] of Object.entries({ 1: live, 2: previous ?? live, 3: canary ?? live }))
    await database.query(
      "insert into shipping.releases (remote, version, document, published_by) values ('mf-x', $1, $2::text::jsonb, 'test')",
      [version, JSON.stringify(release('mf-x', version, { server: serverOf(code) }))],
    );
  await database.query(
    `update shipping.remotes set live = '1', previous = $1::text::text[], canary = $2, canary_percent = $3, origin = $4`,
    [previous ? '{2}' : '{}', canary ? '3' : null, canary ? 10 : null, origin],
  );
}

function store(version: string, code: string): void {
  const folder = join(given().dataDir, 'store', 'mf-x', version, 'server');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.cjs'), code);
}

/** A stopped platform of an older version, whose live release the next migration breaks. */
beforeAll(async () => {
  const { boot, shutDown } = given();
  const backend = await boot({ migrationsDir: olderMigrations() });
  await givenReleases(backend, { live: BROKEN, previous: SOUND, canary: SOUND });
  await shutDown(backend);
  store('1', BROKEN);
  store('2', SOUND);
});

const stateOf = async ({ database }: Backend) => ({
  migrations: await database.query('select version from supabase_migrations.schema_migrations order by 1'),
  functions: await database.query(
    "select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace order by 1",
  ),
});

test('a project is asked by its API with a token, and files come from the origin if they have their hash', async () => {
  const project = await startTestBackend({ seed: false, migrationsDir: olderMigrations() });
  onTestFinished(project.close);
  const origin = createServer((_request, response) => response.end(SOUND)).listen(0, '127.0.0.1');
  onTestFinished(() => void origin.close());
  await once(origin, 'listening');
  const originUrl = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/mf-x`;
  await givenReleases(project, { live: SOUND, canary: BROKEN }, originUrl);
  const [made] = await project.database.query<{ token: string }>('select shipping.operator_token() as token');
  const environment = {
    // Without the store of the platform.
    DATA_DIR: join(given().directory, 'elsewhere'),
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
    REMOTE_TOKEN: made?.token ?? '',
  };
  const check = (args: readonly string[], more = {}) =>
    given().data(['check-migrations', ...args], { ...environment, ...more });
  const { code, out, said } = await check(['--applied', LAST]);
  expect(out).toContain('not rendered: mf-x@3 (canary): the bundle does not have the stated hash\n');
  expect([code, out.includes('(live)')]).toEqual([1, false]);
  expect(said).toContain('Not every release was rendered');
  await project.database.query('update shipping.remotes set canary = null, canary_percent = null');
  const sound = await check(['--applied', LAST]);
  expect([sound.code, sound.out]).toEqual([
    0,
    expect.stringMatching(/checked \d+ new migrations: 3 addresses of releases render as before\n$/),
  ]);
  expect((await check([])).said).toContain('--applied VERSION is needed');
  expect((await check(['--applied', LAST], { REMOTE_TOKEN: 'none' })).said).toContain('the registry cannot be read: ');
});

test('check-migrations names release, address, error and what it cannot render, and trusts no folder of others', async () => {
  // Other tests have the temporary folder of this process, and the path of a socket is short.
  const temporary = mkdtempSync('/tmp/ki-');
  chmodSync(temporary, 0o711);
  onTestFinished(() => rmSync(temporary, { recursive: true }));
  const scratch = join(temporary, basename(SCRATCH));
  const check = () => given().data(['check-migrations'], { TMPDIR: temporary });
  // A folder that somebody else could write to leads to other data.
  const data = join(temporary, 'data');
  mkdirSync(clusterIn(data), { recursive: true });
  mkdirSync(scratch);
  chmodSync(scratch, 0o777);
  symlinkSync(data, join(scratch, 'data'));
  const refusal = expect.stringContaining('has to be a folder of this account');
  expect(await check()).toMatchObject({ code: 1, said: refusal });
  expect(existsSync(clusterIn(data))).toBe(true);

  // A killed check leaves its clusters behind.
  for (const folder of [scratch, data]) rmSync(folder, { recursive: true });
  const cluster = clusterIn(join(scratch, 'data'));
  for (const folder of [cluster, `${cluster}.new`]) mkdirSync(join(folder, 'base'), { recursive: true });
  mkdirSync(join(temporary, basename(runtimeFolder(`${cluster}.new`))));
  const { code, out, said } = await check();
  expect(out).toContain(`new: ${NEXT}\n`);
  expect(out).toMatch(/^not rendered: mf-x@3 \(canary\): mf-x@3 has no server\/index\.cjs in /m);
  expect(out).toContain(LINE);
  expect(out).toContain('delete_ai_price');
  expect(out).not.toContain('mf-x@2');
  expect(said).toMatch(/^The new migrations break releases\. Expand first: .*\n$/);
  expect(code).toBe(1);
  expect([readdirSync(temporary), readdirSync(scratch)]).toEqual([[basename(SCRATCH)], ['lock']]);
});

test('a start that would break the live release is refused, names it and changes nothing', async () => {
  const { boot, shutDown, dataDir } = given();
  const older = await boot({ migrationsDir: olderMigrations() });
  const before = await stateOf(older);
  await shutDown(older);
  const files = readdirSync(dataDir);
  const refused = new BackendProcess({ DATA_DIR: dataDir, SEED: 'none' });
  const { message } = await refused.logged('failed');
  expect(message).toContain(`The new migrations break releases; nothing was changed:\n${LINE}`);
  expect(message).toContain('MIGRATIONS=unchecked starts all the same.');
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

test('a migration that fails on rows is named, and a database without releases is not checked', async () => {
  const migrations = migrationsIn(projectMigrations);
  const applied = new Set(migrations.map(({ version }) => version));
  const file = '29990101000000_names.sql';
  const sql = "alter table public.posts add constraint named check (author = 'Nobody')";
  const all = [...migrations, { version: '29990101000000', file, name: 'names', sql }];
  const checked = (registry: unknown) => checkMigrations({ migrations: all, applied, registry, dataDir: '' });
  expect((await checked({ remotes: { 'mf-x': {} } })).broken).toEqual([
    expect.stringMatching(/^The migration 29990101000000_names\.sql failed: .*"named" of relation "posts" is violated/),
  ]);
  expect(await checked({ remotes: {} })).toMatchObject({ broken: [], addresses: 0 });
  expect(await checked(null)).toMatchObject({ broken: [], addresses: 0 });
});

test.each([
  ['lacks one of its columns', 'alter table public.courses drop column enrollment_count cascade', true],
  // With the function that names all tables.
  ['lacks one of its tables', 'drop table public.ads cascade; drop function private.expect_new_id() cascade', true],
  ['needs a column that it does not fill', 'alter table public.posts add column color text not null', false],
])('the content of the demo fits a schema as far as possible: one that %s', async (_what, change, fits) => {
  const backend = await startTestBackend({ seed: false, change });
  onTestFinished(backend.close);
  expect(await insertDemoRows(backend.database)).toBe(fits);
  const [row] = await backend.database.query('select count(*)::integer > 0 as filled from public.courses');
  expect(row).toEqual({ filled: fits });
});

async function registryAfter(sql: string) {
  const database = await createTestDatabase('migrated');
  onTestFinished(database.drop);
  const owner = database.connect();
  await owner.unsafe(sql);
  return registryIn({ query: async (text) => [...(await owner.unsafe(text))] as never });
}

test('a database in which no migration has made a registry has none; one that cannot be read is an error', async () => {
  expect(await registryAfter('drop schema shipping cascade')).toBeNull();
  await expect(registryAfter('drop function shipping.registry_document(boolean) cascade')).rejects.toThrow(
    'function shipping.registry_document(boolean) does not exist',
  );
});
