import { beforeEach, describe, expect, test } from 'vitest';
import type { HistoryEntry, Registry, RegistryRemote } from '../schema.ts';
import { by, canaryOf, release } from '../testing/release.ts';
import { hashesOfBuild } from './content.ts';
import { storeSettings } from './open-store.ts';
import { prune, readRelease, type Store, storeBuild, storedHashes, storedVersions } from './store.ts';
import { emptyStores } from './testing/stores.ts';

const FILES = {
  'web/remoteEntry.js': 'entry',
  'web/remoteEntry.js.br': 'entry in Brotli',
  'web/remoteEntry.js.gz': 'entry in gzip',
  'web/mf-manifest.json': '{}',
  'server/index.cjs': 'bundle',
};
const [one, two] = [release('mf-tiny', '1', '/tiny'), release('mf-tiny', '2', '/tiny')];

const { s3, inFolder, inBucket, build } = emptyStores();
let dist: string;
beforeEach(async () => {
  dist = await build(FILES);
});

/** Interrupts `put` of the first version. */
const INTERRUPTED = {
  async folder(store: Store) {
    const half = await build({ 'web/remoteEntry.js': 'entry' });
    await expect(store.put(half, one)).rejects.toThrow('ENOENT');
  },
  async bucket(store: Store) {
    let uploads = 0;
    s3().door.answer = ({ method }) => (method === 'PUT' && ++uploads > 3 ? 403 : undefined);
    await expect(store.put(dist, one)).rejects.toThrow();
    s3().door.answer = () => undefined;
    expect((await store.list('mf-tiny')).map(({ isWhole }) => isWhole)).toEqual([false]);
  },
};

describe.each([
  ['folder', inFolder],
  ['bucket', inBucket],
] as const)('a %s', (kind, open) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });

  test('has no versions while it is empty', async () => {
    expect([await store.remotes(), await store.list('mf-tiny'), await store.files('mf-tiny', '1')]).toEqual([
      [],
      [],
      [],
    ]);
    await expect(readRelease(store, 'mf-tiny', '1')).rejects.toThrow('there is no release.json of mf-tiny@1');
  });

  test('returns stored files and their compressed forms', async () => {
    await store.put(dist, one);
    expect(await store.remotes()).toEqual(['mf-tiny']);
    expect(await storedVersions(store, 'mf-tiny')).toEqual(['1']);
    expect(await store.files('mf-tiny', '1')).toEqual(['release.json', ...Object.keys(FILES)].sort());
    expect(String(await store.read('mf-tiny', '1', 'web/remoteEntry.js.br'))).toBe('entry in Brotli');
    expect(await store.read('mf-tiny', '1', 'web/none.js')).toBeNull();
    expect(await readRelease(store, 'mf-tiny', '1')).toEqual(one);
    expect(await storedHashes(store, one)).toEqual(await hashesOfBuild(dist));
  });

  test('never changes a version that it has', async () => {
    await store.put(dist, one);
    await store.put(await build({ ...FILES, 'web/more.js': 'more', 'server/index.cjs': 'other' }), {
      ...one,
      staffOnly: true,
    });
    expect(await store.files('mf-tiny', '1')).not.toContain('web/more.js');
    expect(String(await store.read('mf-tiny', '1', 'server/index.cjs'))).toBe('bundle');
    expect((await readRelease(store, 'mf-tiny', '1')).staffOnly).toBe(false);
  });

  test('takes a build anew from another commit, and refuses to hold what was not built', async () => {
    const provenance = { builder: 'Ada', time: '2026-01-01T00:00:00.000Z' };
    await storeBuild(store, dist, one);
    await storeBuild(store, dist, { ...one, provenance });
    await expect(storeBuild(store, dist, { ...one, staffOnly: true })).rejects.toThrow(
      'holds another mf-tiny@1 than the one that was built: its release.json differs',
    );
    for (const files of [
      { ...FILES, 'server/index.cjs': 'other' },
      { ...FILES, 'web/more.js': 'more' },
    ]) {
      await expect(storeBuild(store, await build(files), one)).rejects.toThrow(
        /than the one that was built: (server\/index\.cjs|web\/more\.js) differs; nothing was registered/,
      );
    }
  });

  test('does not take the release file of another version for its own', async () => {
    await store.put(dist, one);
    const content = await store.read('mf-tiny', '1', 'release.json');
    const other: Store = { ...store, read: async () => content };
    await expect(readRelease(other, 'mf-tiny', '2')).rejects.toThrow('describes mf-tiny@1; expected mf-tiny@2');
    await expect(readRelease(other, 'mf-blog', '1')).rejects.toThrow('describes mf-tiny@1; expected mf-blog@1');
  });

  test('lists a partial version only once it was stored again as a whole', async () => {
    await INTERRUPTED[kind](store);
    expect(await storedVersions(store, 'mf-tiny')).toEqual([]);
    await store.put(dist, one);
    expect(await storedVersions(store, 'mf-tiny')).toEqual(['1']);
    expect(await storedHashes(store, one)).toEqual(await hashesOfBuild(dist));
  });

  test('names the latest version first, and removes one and no other', async () => {
    await store.put(dist, two);
    await store.put(dist, one);
    expect(await storedVersions(store, 'mf-tiny')).toEqual(['1', '2']);
    await store.remove('mf-tiny', '1');
    expect(await storedVersions(store, 'mf-tiny')).toEqual(['2']);
    expect(await store.files('mf-tiny', '1')).toEqual([]);
    expect(await store.files('mf-tiny', '2')).toHaveLength(6);
  });

  test('takes the same version from two concurrent uploads', async () => {
    s3().door.answer = s3().refuseReplacing;
    await Promise.all([store.put(dist, one), store.put(dist, one)]);
    expect(await storedHashes(store, one)).toEqual(await hashesOfBuild(dist));
  });
});

describe('a bucket', () => {
  test('serves files with their content type, encoding and cache header', async () => {
    await (await inBucket()).put(dist, one);
    const headers = async (file: string) => {
      const answer = await fetch(s3().addressOf(`ki/store/mf-tiny/1/${file}`), {
        headers: { 'accept-encoding': 'br' },
      });
      return ['content-type', 'content-encoding', 'cache-control'].map((name) => answer.headers.get(name));
    };
    const forGood = 'public, max-age=31536000, immutable';
    const script = 'text/javascript; charset=utf-8';
    expect(await headers('web/remoteEntry.js')).toEqual([script, null, forGood]);
    expect(await headers('web/mf-manifest.json')).toEqual(['application/json; charset=utf-8', null, forGood]);
    const compressed = await fetch(s3().addressOf('ki/store/mf-tiny/1/web/remoteEntry.js.gz'), { method: 'HEAD' });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(compressed.headers.get('content-type')).toBe(script);
  });

  test('keeps a file that another upload has stored meanwhile', async () => {
    s3().door.answer = async (incoming) => {
      const file = 'ki/store/mf-tiny/1/server/index.cjs';
      if (incoming.method === 'PUT' && incoming.url?.includes(file)) await s3().put(file, 'came meanwhile');
      return s3().refuseReplacing(incoming);
    };
    const store = await inBucket();
    await store.put(dist, one);
    expect(String(await store.read('mf-tiny', '1', 'server/index.cjs'))).toBe('came meanwhile');
    expect(await storedVersions(store, 'mf-tiny')).toEqual(['1']);
  });

  test('falls back to plain uploads when its vendor lacks conditional requests', async () => {
    s3().door.answer = ({ method, headers }) => (method === 'PUT' && headers['if-none-match'] ? 501 : undefined);
    const store = await inBucket();
    await store.put(dist, one);
    expect(await storedVersions(store, 'mf-tiny')).toEqual(['1']);
  });

  test('with more than 1,000 files is listed whole, and removed whole', async () => {
    const chunks = Array.from({ length: 1_100 }, (_, index) => [`web/chunk-${index}.js`, `chunk ${index}`] as const);
    const store = await inBucket();
    await store.put(dist, two);
    await store.put(await build({ ...FILES, ...Object.fromEntries(chunks) }), one);
    expect(await store.files('mf-tiny', '1')).toHaveLength(1_106);
    expect(await storedVersions(store, 'mf-tiny')).toEqual(['1', '2']);
    await store.remove('mf-tiny', '1');
    expect(await store.list('mf-tiny')).toMatchObject([{ version: '2', isWhole: true }]);
  }, 300_000);
});

test.each([
  ['https://ki.example.org/store', 'https://ki.example.org'],
  ['https://ki.example.org:443', 'https://ki.example.org/'],
])('the public address %s is refused for the site %s', (STORE_URL, SITE_URL) => {
  expect(() => storeSettings({ STORE_URL, SITE_URL }, '', '')).toThrow(
    `STORE_URL is "${STORE_URL}", on the origin of SITE_URL; expected an origin of its own`,
  );
  expect(storeSettings({ STORE_URL: 'https://code.ki.example.org/store/', SITE_URL }, '', '').url).toBe(
    'https://code.ki.example.org/store',
  );
});

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

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
] as const)('pruning of %s', (_what, open) => {
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
