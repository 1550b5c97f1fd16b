import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../supabase/local-backend/testing.ts';
import { fileRegistry } from '../file-registry.ts';
import type { PlatformRegistry } from '../platform-registry.ts';
import type { Registry, RegistryRemote } from '../schema.ts';
import { by, release } from '../testing/release.ts';
import type { DatabaseAccess } from './call.ts';
import { databaseRegistry } from './database-registry.ts';
import { takeOver } from './take-over.ts';

let backend: TestBackend;
let access: DatabaseAccess;
let dataDir: string;
/** Of the platform that was. */
let file: PlatformRegistry;
let database: PlatformRegistry;

beforeAll(async () => {
  backend = await startTestBackend({ seed: false, databaseUrl: process.env.TEST_DATABASE_URL });
  const [made] = await backend.database.query<{ token: string }>('select private.operator_token() as token');
  access = { supabase: { url: backend.url, key: backend.publishableKey }, token: made?.token ?? '' };
  database = databaseRegistry(access);
});
beforeEach(async () => {
  await backend.database.execute('truncate private.remotes, private.releases, private.release_history cascade');
  dataDir = await mkdtemp(path.join(tmpdir(), 'take-over-'));
  file = fileRegistry(dataDir);
  for (const version of ['1', '2', '3']) {
    await file.promote(release('mf-blog', version, '/'), { author: 'Ada', reason: version, startedFrom: 'sources' });
  }
  await file.canary(release('mf-blog', '4', '/', '/neu'), 10, { ...by, margin: 7 });
  await file.promote(release('mf-events', '1', '/events'), { ...by, origin: 'https://cdn.example/store/mf-events' });
  await file.promote(release('mf-old', '1', '/events-2'), by);
  await file.retire('mf-old', { author: 'Ada', reason: 'over' });
});
afterEach(() => rm(dataDir, { recursive: true }));
afterAll(() => backend.close());

const NAMES = ['mf-blog', 'mf-events', 'mf-old'];

/** As the database says it: who says what it did not see, and a canary's counts from now on. */
const told = (remote: RegistryRemote): RegistryRemote => ({
  ...remote,
  ...(remote.canary && { canary: { ...remote.canary, since: expect.any(String) } }),
  history: remote.history.map((entry) => ({
    ...entry,
    author: expect.stringMatching(new RegExp(`^${entry.author}, as operator \\(token \\w+\\) says$`)),
  })),
});
const mapped = (remotes: Registry['remotes']) =>
  Object.fromEntries(Object.entries(remotes).map(([name, remote]) => [name, told(remote)]));

test('everything is as it was, with its history, and moves go on from there', async () => {
  const before = await file.read();
  expect(await takeOver(access, before)).toEqual(NAMES);
  const { remotes, retired } = await database.read();
  expect(remotes).toEqual(mapped(before.remotes));
  expect(retired).toEqual(mapped(before.retired));
  expect(await database.rollback('mf-blog', by)).toBe('2');
  expect((await database.read()).remotes['mf-blog']?.history).toHaveLength(5);
});

test('doing it again changes nothing, whatever was live since', async () => {
  const before = await file.read();
  await takeOver(access, before);
  await database.rollback('mf-blog', by);
  const now = await database.read();
  expect(await takeOver(access, before)).toEqual([]);
  expect(await database.read()).toEqual(now);
});

test('a remote that somebody owns already keeps its team, and one on a port that is taken gets the next', async () => {
  await backend.database.execute(`
    insert into private.teams (name) values ('news') on conflict do nothing;
    insert into private.remotes (name, team) values ('mf-events', 'news')`);
  await database.publish(release('mf-other', '1', '/other'));
  await database.promote(release('mf-other', '1', '/other'), by);
  expect(await takeOver(access, await file.read())).toEqual(NAMES);
  const { remotes } = await database.read();
  expect([remotes['mf-other']?.slot, remotes['mf-events']?.slot]).toEqual([5, 6]);
  expect(await backend.database.query("select team from private.remotes where name = 'mf-events'")).toEqual([
    { team: 'news' },
  ]);
});

test('all of it is taken over or nothing: an address of another remote is not', async () => {
  await database.publish(release('mf-other', '1', '/events'));
  await database.promote(release('mf-other', '1', '/events'), by);
  await expect(takeOver(access, await file.read())).rejects.toThrow('mf-events claims /events, which mf-other owns');
  expect(Object.keys((await database.read()).remotes)).toEqual(['mf-other']);
});
