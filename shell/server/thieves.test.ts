import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { projectOf, runRemote } from '../cli/testing/run-remote.ts';
import { openRegistry, overHttp } from '../registry/registry.ts';
import type { Release, Statement } from '../registry/schema.ts';
import { by } from '../registry/testing/release.ts';
import { makeKey, publishSigned, statementFor, type TestKey } from '../registry/testing/signing.ts';
import type { ShellProcess } from './testing/shell-process.ts';
import { shellBackend, shellPlaces } from './testing/shells.ts';

/** Thieves hold what one theft gives them; each is also given the files that it wants to be run. */
const PATIENCE = { timeout: 60_000, interval: 50 };
const REMOTES = ['mf-blog', 'mf-matrix', 'mf-admin', 'mf-mark'] as const;
const EVIL = 'code of a thief';

const keys = { blog: makeKey(), matrix: makeKey(), mark: makeKey(), first: makeKey(), second: makeKey() };
const TRUSTED_KEYS = [
  `mf-blog:${keys.blog.publicKey}`,
  `mf-matrix:${keys.matrix.publicKey}`,
  `mf-mark:${keys.mark.publicKey}`,
  `mf-admin:${keys.first.publicKey}`,
  `mf-admin:${keys.second.publicKey}`,
].join(',');
const keysOf: Readonly<Record<string, readonly TestKey[]>> = {
  'mf-blog': [keys.blog],
  'mf-matrix': [keys.matrix],
  'mf-mark': [keys.mark],
  'mf-admin': [keys.first, keys.second],
};

const backend = shellBackend('demo');
const { place, store, start, serve } = shellPlaces(backend);
let origins: Readonly<Record<string, string>>;
let good: Readonly<Record<string, Release>>;
let evil: Readonly<Record<string, Release>>;

const releasesOf = async (text: string) => {
  const releases = REMOTES.map(async (name) => {
    const release = { staffOnly: name === 'mf-admin' };
    return [name, await store({ name, text, routes: [`/${name}`], release })] as const;
  });
  return Object.fromEntries(await Promise.all(releases));
};
let number = 0;
async function ship(release: Release): Promise<void> {
  const { name } = release;
  number += 1;
  await publishSigned(place().registry, release, number, ...(keysOf[name] ?? []));
  await place().registry.promote(release, { ...by, origin: origins[name] ?? '' });
}
beforeEach(async () => {
  origins = Object.fromEntries(await Promise.all(REMOTES.map(async (name) => [name, await serve(name)] as const)));
  good = await releasesOf('good');
  evil = await releasesOf(EVIL);
  for (const release of Object.values(good)) await ship(release);
});

const pageOf = async ({ url }: ShellProcess, address: string) => (await fetch(url + address)).text();

/** Waits until shells have read the registry as it is now. */
async function untilRead(shells: readonly ShellProcess[]): Promise<void> {
  const text = `mark ${number}`;
  const release = await store({ name: 'mf-mark', text, routes: ['/mf-mark'] });
  await ship(release);
  for (const shell of shells)
    await vi.waitFor(async () => expect(await pageOf(shell, '/mf-mark')).toContain(text), PATIENCE);
}

/** Whether a worker renders a thief's code, or a browser is told to run it. */
async function isIn(shell: ShellProcess): Promise<boolean> {
  const pages = await Promise.all(REMOTES.map((name) => pageOf(shell, `/${name}`)));
  const platform = await pageOf(shell, '/platform.json');
  const hashes = Object.values(evil).map(({ entry }) => entry.integrity);
  return [...pages, platform].some((text) => [EVIL, ...hashes].some((trace) => text.includes(trace)));
}

const sql = (text: string) => backend().backend.database.execute(text);
const asJson = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/** Writes the tables of the registry without any function of it. */
async function writeRegistry(release: Release, statements: readonly Statement[]): Promise<void> {
  const { name, version } = release;
  const rows = statements.map(
    (one) =>
      `insert into shipping.statements (remote, version, kind, hash, number, signature)
       values ('${name}', '${version}', '${one.kind}', '${one.hash}', ${one.number}, '${one.signature}') on conflict do nothing;`,
  );
  await sql(`
    insert into shipping.releases (remote, version, document, published_by)
    values ('${name}', '${version}', ${asJson(release)}, 'a thief') on conflict do nothing;
    ${rows.join('\n')}
    update shipping.remotes set previous = array[live], live = '${version}' where name = '${name}';
    select shipping.begin_move();`);
}

async function byRegistryDatabase(): Promise<void> {
  const { live, statements = [] } = (await place().registry.read()).remotes['mf-blog'] ?? {};
  const thief = makeKey();
  // A signature of another release, one of a key of the thief, and no signature.
  const copied = statements.map((one) => ({ ...one, number: number + 1_000 }));
  await writeRegistry(evil['mf-blog'] as Release, [...copied, statementFor(evil['mf-blog'] as Release, thief, 9_000)]);
  await writeRegistry(evil['mf-admin'] as Release, []);
  // The document of the live release is rewritten under its name.
  const { version: _, name: __, ...document } = evil['mf-matrix'] as Release;
  await sql(`
    alter table shipping.releases disable trigger refuse_change;
    update shipping.releases set document = document || ${asJson(document)}::jsonb
    where remote = 'mf-matrix' and version = '${good['mf-matrix']?.version}';
    alter table shipping.releases enable trigger refuse_change;
    update shipping.remotes set canary = '${evil['mf-blog']?.version}', canary_percent = 100, live = '${live?.version}'
    where name = 'mf-blog';
    select shipping.begin_move();`);
}

async function byBucketKey(): Promise<void> {
  for (const name of ['mf-blog', 'mf-matrix'] as const) {
    const folder = path.join(place().dataDir, 'store', name, good[name]?.version ?? '');
    await writeFile(path.join(folder, 'release.json'), JSON.stringify(evil[name]));
    await writeFile(path.join(folder, 'web', 'remoteEntry.js'), `/* ${EVIL} */`);
    await writeFile(path.join(folder, 'server', 'index.cjs'), `exports.remote = { id: '${EVIL}' };`);
    const environment = { DATA_DIR: place().dataDir, TRUSTED_KEYS: 'none', ...projectOf(backend().access) };
    const { code } = await runRemote(environment, 'promote', `${name}@${good[name]?.version}`);
    expect(code).toBe(1);
  }
}

async function byPublishToken(): Promise<void> {
  await place().registry.addTeam('blog', ['mf-blog'], []);
  const token = await place().registry.createToken('blog', ['publish'], 1);
  const registry = openRegistry(overHttp({ ...backend().access, token }));
  const release = evil['mf-blog'] as Release;
  await registry.publish(release);
  await registry.addStatement('mf-blog', statementFor(release, makeKey(), 9_000));
  await expect(registry.promote(release, by)).rejects.toThrow('may not promote');
  await expect(registry.canary(release, 100, by)).rejects.toThrow('may not');
  await expect(registry.publish({ ...release, version: good['mf-blog']?.version ?? '' })).rejects.toThrow(
    'is published already, as something else',
  );
}

async function byOperatorsSession(): Promise<void> {
  const { url, key } = backend().access.supabase;
  const headers = { apikey: key, 'content-type': 'application/json' };
  const post = (address: string, body: unknown, more = {}) =>
    fetch(`${url}${address}`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });
  const login = { email: 'admin@example.com', password: 'lernen-mit-ki' };
  const { access_token } = (await (await post('/auth/v1/token?grant_type=password', login)).json()) as {
    access_token: string;
  };
  const call = (name: string, args: Record<string, unknown>) =>
    post(`/rest/v1/rpc/${name}`, { token: null, ...args }, { authorization: `Bearer ${access_token}` });
  for (const name of ['mf-blog', 'mf-admin'] as const) {
    const release = evil[name] as Release;
    await call('publish_release', { release });
    const named = { remote: name, version: release.version, ...by };
    await call('add_statement', { statement: { remote: name, ...statementFor(release, makeKey(), 9_000) } });
    await call('canary_release', { ...named, percent: 100 });
    await call('promote_release', { ...named, origin: origins[name], started_from: null });
  }
}

/** The signing key of a thief who writes the registry as well. */
async function byOneSigningKey(): Promise<void> {
  const [admin, matrix] = [evil['mf-admin'] as Release, evil['mf-matrix'] as Release];
  await writeRegistry(admin, [statementFor(admin, keys.first, 9_000), statementFor(admin, keys.first, 9_001)]);
  await writeRegistry(matrix, [
    statementFor(matrix, keys.blog, 9_000),
    { ...statementFor({ ...matrix, name: 'mf-blog' }, keys.blog, 9_001) },
  ]);
}

/** A shell for which keys are trusted, and one for which none are, with data folders of their own. */
const startBoth = (folder: string) =>
  Promise.all(
    [TRUSTED_KEYS, 'none'].map((trusted, index) =>
      start({ TRUSTED_KEYS: trusted, DATA_DIR: path.join(place().dataDir, `${folder}-${index}`) }),
    ),
  );

test.each([
  ['the bucket’s key', byBucketKey, false],
  ['a team’s publish token', byPublishToken, false],
  ['the registry’s database', byRegistryDatabase, true],
  ['an operator’s browser session', byOperatorsSession, false],
  ['one signing key, and the registry’s database', byOneSigningKey, true],
])(
  'a thief of %s gets no code into a browser or a worker where keys are trusted',
  async (_what, act, isInWithoutKeys) => {
    const running = await startBoth('running');
    for (const shell of running)
      await vi.waitFor(async () => expect(await pageOf(shell, '/mf-blog')).toContain('good'), PATIENCE);
    await act();
    await untilRead(running);
    expect(await Promise.all(running.map(isIn))).toEqual([false, isInWithoutKeys]);
    const fresh = await startBoth('fresh');
    await untilRead(fresh);
    expect(await Promise.all(fresh.map(isIn))).toEqual([false, isInWithoutKeys]);
  },
);
