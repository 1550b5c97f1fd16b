import { beforeEach, describe, expect, test } from 'vitest';
import type { HistoryEntry, Registry, RegistryRemote } from '../schema.ts';
import { by, canaryOf, release } from '../testing/release.ts';
import { prune, type Store, storedVersions } from './store.ts';
import { emptyStores } from './testing/stores.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const tiny = (version: string) => release('mf-tiny', version, '/tiny');

const moved = (version: string, days: number): HistoryEntry => ({
  ...by,
  version,
  action: 'promote',
  time: inDays(days).toISOString(),
});
const remote: RegistryRemote = {
  portOffset: 1,
  live: tiny('live'),
  previous: [tiny('before')],
  canary: canaryOf(tiny('canary'), 10),
  history: [moved('named', 15), moved('long-ago', 5)],
};
const registry: Registry = { remotes: { 'mf-tiny': remote }, retired: {}, pending: {} };
const VERSIONS = ['live', 'before', 'canary', 'named', 'long-ago', 'never'];

const { s3, inFolder, inBucket, build } = emptyStores();
let dist: string;
beforeEach(async () => {
  dist = await build({ 'web/remoteEntry.js': 'entry', 'server/index.cjs': 'bundle' });
});

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
] as const)('of %s', (_what, open) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
    for (const version of VERSIONS) await store.put(dist, tiny(version));
  });
  const left = async () => (await storedVersions(store, 'mf-tiny')).sort();

  const ALL = [...VERSIONS].sort();
  const IN_USE = ['before', 'canary', 'live'];
  const retired: Registry = { ...registry, remotes: {}, retired: { 'mf-tiny': remote } };
  test.each([
    ['versions of the last 90 days stay', registry, 89, false, ALL],
    ['older versions go unless the history of the last 90 days names them', registry, 100, false, [...IN_USE, 'named']],
    ['the live release, the canary and the versions to roll back to always stay', registry, 1_000, false, IN_USE],
    ['a dry run changes nothing', registry, 100, true, ALL],
    ['a retired remote keeps the release that it would be promoted with', retired, 1_000, false, IN_USE],
    ['a remote that the registry does not know keeps all', { ...registry, remotes: {} }, 1_000, false, ALL],
  ])('%s', async (_what, given, days, isDryRun, expected) => {
    const removed = (await prune(store, given, inDays(days), isDryRun)).map(({ version }) => version).sort();
    expect(removed).toEqual(isDryRun ? ['long-ago', 'never'] : ALL.filter((version) => !expected.includes(version)));
    expect(await left()).toEqual(expected);
  });

  test('a registry of another platform removes nothing', async () => {
    const other = { ...registry, remotes: { 'mf-tiny': { ...remote, live: tiny('elsewhere') } } };
    await expect(prune(store, other, inDays(1_000), false)).rejects.toThrow('mf-tiny@elsewhere is live, but not in');
    expect(await left()).toEqual(ALL);
  });
});

test('the files of an interrupted upload are removed too', async () => {
  const store = await inBucket();
  await store.put(dist, tiny('live'));
  await s3().put('ki/store/mf-tiny/half/web/remoteEntry.js', 'entry');
  const only = { ...registry, remotes: { 'mf-tiny': { ...remote, previous: [], history: [] } } };
  expect(await prune(store, only, inDays(100), false)).toEqual([{ remote: 'mf-tiny', version: 'half' }]);
  expect(await store.files('mf-tiny', 'half')).toEqual([]);
});
