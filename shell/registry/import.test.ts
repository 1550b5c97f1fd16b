import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkedDocument, type HistoryEntry, type RegistryRemote, registryOf } from './schema.ts';
import { type RegistryBackend, startRegistryBackend } from './testing/registry-backend.ts';
import { by, canaryOf, release } from './testing/release.ts';

let opened: RegistryBackend;
beforeAll(async () => {
  opened = await startRegistryBackend();
});
beforeEach(() => opened.empty());
afterAll(() => opened.close());

const blog = (version: string) => release('mf-blog', version, '/');
const entry = (version: string, action: HistoryEntry['action'], author = 'Ada'): HistoryEntry => ({
  version,
  action,
  time: '2026-01-02T03:04:05.678Z',
  author,
  reason: action,
});

/** The registry file of an older platform: a remote with a canary, one in another store, and a retired one. */
const FILE = checkedDocument('registry.json', {
  schema: 1,
  remotes: {
    'mf-blog': {
      slot: 1,
      live: blog('3'),
      previous: [blog('2'), blog('1')],
      canary: { ...canaryOf(release('mf-blog', '4', '/', '/neu'), 10), margin: 7 },
      history: ['3', '2', '1'].map((version) => entry(version, 'promote')),
      startedFrom: 'sources',
    },
    'mf-events': {
      slot: 5,
      origin: 'https://cdn.example/store/mf-events',
      live: release('mf-events', '1', '/events'),
      previous: [],
      history: [entry('1', 'promote')],
    },
  },
  retired: {
    'mf-old': {
      slot: 6,
      live: release('mf-old', '1', '/events-2'),
      previous: [],
      history: [entry('1', 'retire', 'Bob'), entry('1', 'promote')],
    },
  },
});
const NAMES = ['mf-blog', 'mf-events', 'mf-old'];

/** An entry as the database stores it: it names the importing operator, and a canary counts from the import on. */
const imported = (remote: RegistryRemote): RegistryRemote => ({
  ...remote,
  ...(remote.canary && { canary: { ...remote.canary, since: expect.any(String) } }),
  history: remote.history.map((move) => ({
    ...move,
    author: expect.stringMatching(new RegExp(`^${move.author}, as operator \\(token \\w+\\) says$`)),
  })),
});
const mapped = (remotes: Readonly<Record<string, RegistryRemote>>) =>
  Object.fromEntries(Object.entries(remotes).map(([name, remote]) => [name, imported(remote)]));

test('the import has the live releases, the canary and the history, and transitions continue from there', async () => {
  const { registry } = opened;
  const before = registryOf(FILE);
  expect(await registry.importDocument(FILE)).toEqual(NAMES);
  const { remotes, retired } = await registry.read();
  expect(remotes).toEqual(mapped(before.remotes));
  expect(retired).toEqual(mapped(before.retired));
  expect(await registry.rollback('mf-blog', by)).toBe('2');
  expect((await registry.read()).remotes['mf-blog']?.history).toHaveLength(4);
});

test('a second import changes nothing, even after other releases went live', async () => {
  const { registry } = opened;
  await registry.importDocument(FILE);
  await registry.rollback('mf-blog', by);
  const now = await registry.read();
  expect(await registry.importDocument(FILE)).toEqual([]);
  expect(await registry.read()).toEqual(now);
});

test('a remote with a team keeps it, and a remote whose port offset is taken gets the next one', async () => {
  const { registry, backend } = opened;
  await backend.database.execute(`
    insert into shipping.teams (name) values ('news') on conflict do nothing;
    insert into shipping.remotes (name, team) values ('mf-events', 'news')`);
  await registry.publish(release('mf-other', '1', '/other'));
  await registry.promote(release('mf-other', '1', '/other'), by);
  expect(await registry.importDocument(FILE)).toEqual(NAMES);
  const { remotes } = await registry.read();
  expect([remotes['mf-other']?.portOffset, remotes['mf-events']?.portOffset]).toEqual([5, 6]);
  expect(await backend.database.query("select team from shipping.remotes where name = 'mf-events'")).toEqual([
    { team: 'news' },
  ]);
});

test('an address of another remote makes the whole import fail', async () => {
  const { registry } = opened;
  await registry.publish(release('mf-other', '1', '/events'));
  await registry.promote(release('mf-other', '1', '/events'), by);
  await expect(registry.importDocument(FILE)).rejects.toThrow('mf-events claims /events, which mf-other owns');
  expect(Object.keys((await registry.read()).remotes)).toEqual(['mf-other']);
});
