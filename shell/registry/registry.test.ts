import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FUZZ_SEED } from '@ki/shared/testing/rounds.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { previousGeneration } from '../cli/testing/previous-generation.ts';
import { pageAddress } from '../server/resolve/page-addresses.ts';
import { createReleaseSets } from '../server/resolve/release-set.ts';
import { DATA_PATH } from '../src/app/page-state.ts';
import { shellRoutes } from '../src/app/routes.tsx';
import { FIRST_REMOTES, SHELL_ADDRESSES } from './addresses.ts';
import { newReleaseSchema } from './new-release.ts';
import { releaseHash } from './provenance/statements.ts';
import { openRegistry, overHttp, type PlatformRegistry } from './registry.ts';
import { EMPTY_REGISTRY, type Release, releaseSchema } from './schema.ts';
import { describeCounts } from './testing/canary-counts.ts';
import { type RegistryBackend, startRegistryBackend } from './testing/registry-backend.ts';
import { by, release } from './testing/release.ts';
import { describeTransitions } from './testing/transitions.ts';

let opened: RegistryBackend;
let registry: PlatformRegistry;
let shell: PlatformRegistry;

beforeAll(async () => {
  opened = await startRegistryBackend();
  registry = opened.registry;
  shell = openRegistry(overHttp({ ...opened.access, token: opened.shellToken }));
});
beforeEach(() => opened.empty());
afterAll(() => opened.close());

describeTransitions(() => registry);
describeCounts(
  () => registry,
  () => shell,
);

async function ship(name: string, routes: readonly string[], resources: readonly string[] = []): Promise<void> {
  const shipped = { ...release(name, '1', ...routes), resources: [...resources] };
  await registry.publish(shipped);
  await registry.promote(shipped, by);
}

test('a release of an earlier platform that states its reads is valid and has its hash', async () => {
  const previous = await previousGeneration();
  const [shipped] = previous.releases;
  await previous.remove();
  if (!shipped) throw new Error('the generation before has no release');
  await registry.publish(shipped);
  await registry.promote(shipped, by);
  const { release: stored } = await registry.readRelease(shipped.name, shipped.version);
  expect(stored?.reads).toMatchObject({ tables: { posts: expect.any(Array) } });
  expect((await registry.read()).remotes[shipped.name]?.live).toEqual(stored);
  // By the shell that published it.
  expect(stored && releaseHash(stored)).toBe('604d163a62b12a2d2dd41d29db825d3c88242876701114f217b7e18dcdbb6c83');
});

test('malformed reads that an earlier version let in count as none', async () => {
  await ship('mf-one', ['/one']);
  await opened.backend.database.execute(`
    alter table shipping.releases disable trigger user;
    update shipping.releases set document = jsonb_set(document, '{reads}', '5');
    alter table shipping.releases enable trigger user;
    update shipping.registry_version set version = gen_random_uuid()`);
  const { remotes } = await registry.read();
  expect(remotes['mf-one']?.live).toMatchObject({ version: '1', reads: undefined });
});

/** The machine may be busy. */
const MINUTES = 5 * 60_000;

describe('a release that the database accepts', () => {
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 70 }),
    fc.string({ unit: 'grapheme', maxLength: 70 }),
    fc.constantFrom(
      '\uFEFF',
      '/a\uFEFFb',
      '/ü',
      '/a b',
      '/:x',
      '/a/:b/*',
      '__proto__',
      'a'.repeat(300),
      '😀'.repeat(60),
    ),
    fc.double(),
    fc.constantFrom(0, -0, 1e308, 1e-300, 0.1, 2 ** 53, null, true, [], {}),
  );
  const deep = fc
    .constantFrom(2, 7, 8, 9, 1_000)
    .map((levels) => ({ a: Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 0) }));
  const fields = [
    'routes',
    'resources',
    'query',
    'chunks',
    'singletons',
    'budget',
    'protocol',
    'contract',
    'link',
    'version',
    'reads',
    'staffOnly',
  ];
  const fine = fc.constantFrom(1, 2.5, true, ['/a'], ['/a', '/b/:c'], {}, { '/a': ['q'] }, 'a1', 'Über uns');
  const value = fc.oneof(
    { arbitrary: fine, weight: 4 },
    odd,
    deep,
    fc.array(odd, { maxLength: 3 }),
    fc.string({ unit: fc.constantFrom(...'/:*ab_-.~@+=é\u200b 0'), maxLength: 12 }).map((text) => [`/${text}`]),
    fc.dictionary(
      fc.oneof(fc.string({ maxLength: 8 }), fc.constant('__proto__')),
      fc.oneof(odd, fc.array(odd, { maxLength: 2 })),
      { maxKeys: 3 },
    ),
    fc.record({
      label: odd,
      place: fc.constantFrom('menu', 'footer', 'top'),
      address: fc.constantFrom('/one', '/two'),
    }),
  );
  const documents = fc
    .dictionary(fc.constantFrom(...fields), value, { minKeys: 1, maxKeys: 2 })
    .map((changes) => ({ ...release('mf-one', '1', '/one'), ...changes }));

  /** What a shell does with a registry that it has read, up to the owner of an address. */
  function serve(document: Release): void {
    const live = releaseSchema.parse(document);
    const remotes = { [live.name]: { live, previous: [], history: [], portOffset: 1 } };
    releaseHash(live);
    const config = { port: 3000, dataDir: '', siteUrl: 'http://site', supabase: opened.access.supabase };
    const { defaultSet } = createReleaseSets({ ...EMPTY_REGISTRY, remotes }, config);
    for (const pattern of live.routes) {
      const address = new URL(`http://site${pattern.replaceAll(/:\w+|\*/g, 'x')}`);
      pageAddress(address, live.name, defaultSet);
    }
  }

  test('is served by each shell, and of those that a shell reads the database refuses what it names: 5,000 generated ones', {
    timeout: MINUTES,
  }, async () => {
    let accepted = 0;
    let outside = 0;
    for (let round = 0; round < 5; round += 1) {
      const made = fc
        .sample(documents, { numRuns: 1_000, seed: FUZZ_SEED + round })
        // PostgreSQL stores no NUL and no half of a surrogate pair.
        .map((document) => JSON.stringify(document))
        .filter((text) => !/\\u(?:0000|d[89a-f])/i.test(text));
      const judged = await opened.backend.database.query<{ document: unknown; fault: string | null }>(
        'select r::jsonb as document, shipping.fault_of(r::jsonb) as fault from unnest($1::text[]) r',
        [made],
      );
      expect(judged).toHaveLength(made.length);
      for (const { document, fault } of judged) {
        const { error } = releaseSchema.safeParse(document);
        const { success } = newReleaseSchema.safeParse(document);
        const text = JSON.stringify(document);
        if (fault === null) {
          accepted += 1;
          expect(error?.issues, text).toBeUndefined();
          expect(success, text).toBe(true);
          expect(() => serve(document as Release), text).not.toThrow();
          // The reader of the shell drops this key, so that nothing shows it.
        } else if (!error && !text.includes('"__proto__"')) {
          outside += 1;
          expect(success, `${fault} ${text}`).toBe(false);
        }
      }
    }
    expect(accepted).toBeGreaterThan(250);
    expect(outside).toBeGreaterThan(125);
  });

  test('and one that an earlier version let in stops its remote alone, which is named', async () => {
    await ship('mf-one', ['/one']);
    await ship('mf-two', ['/two']);
    const two = release('mf-two', '2', '/two');
    await registry.publish(two);
    await registry.canary(two, 10, by);
    await opened.backend.database.execute(`
      alter table shipping.releases disable trigger user;
      update shipping.releases set document = jsonb_set(document, '{routes}', '["/a b"]')
      where remote = 'mf-one' or version = '2';
      alter table shipping.releases enable trigger user;
      update shipping.registry_version set version = gen_random_uuid()`);
    const { remotes, malformed } = await shell.read();
    expect(Object.keys(remotes)).toEqual(['mf-two']);
    expect(remotes['mf-two']).toMatchObject({ live: { version: '1' } });
    expect(remotes['mf-two']?.canary).toBeUndefined();
    expect(malformed).toEqual([
      expect.stringContaining('mf-one: live.routes.0: expected a pattern'),
      expect.stringContaining('mf-two: canary.release.routes.0: expected a pattern'),
    ]);
    await registry.canary(two, 0, by);
    expect((await shell.read()).malformed).toHaveLength(1);
  });
});

test('a live release of before with other letters serves, is named at any time, and its next version is refused', async () => {
  const { database } = opened.backend;
  await ship('mf-one', ['/one']);
  await ship('mf-two', ['/two']);
  const shipped = (await shell.read()).remotes['mf-one']?.live as Release;
  const before = { routes: ['/über'], link: { label: 'Über\u2009uns', place: 'menu' as const, address: '/über' } };
  await database.execute(
    `alter table shipping.releases disable trigger user;
     update shipping.releases set document = document || '${JSON.stringify(before)}' where remote = 'mf-one';
     alter table shipping.releases enable trigger user;
     update shipping.registry_version set version = gen_random_uuid()`,
  );
  const { remotes, malformed, outside } = await shell.read();
  expect(remotes['mf-one']?.live).toMatchObject(before);
  expect(malformed).toEqual([]);
  expect(outside).toEqual(['mf-one@1: routes.0: expected a pattern of ASCII characters']);
  await expect(registry.publish({ ...shipped, ...before, version: '2' })).rejects.toThrow(
    'expected 1 to 100 patterns of ASCII',
  );
  const next = { ...shipped, version: '2' };
  await registry.publish(next);
  await registry.promote(next, by);
  expect((await shell.read()).outside).toEqual([]);
});

describe('address patterns', () => {
  test.each([
    ['/', '/'],
    ['/post/:slug', '/post/:id'],
    ['/post/:slug', '/Post/:slug'],
    ['/post/:a/edit', '/post/new/:b'],
    ['/admin/*', '/admin/*'],
    ['/a/:b/*', '/a/:c/*'],
    ['/:slug', '/:id'],
  ])('%s and %s are one address', async (one, other) => {
    await ship('mf-one', [one]);
    const as = one === other ? '' : ` as ${one}`;
    await expect(ship('mf-other', [other])).rejects.toThrow(`mf-other claims ${other}, which mf-one owns${as}`);
  });

  test.each([
    ['/post/:slug', '/post/new'],
    ['/post/:slug', '/post/:slug/comments'],
    ['/admin/*', '/admin/events'],
    ['/admin/*', '/admin'],
    ['/a/:b/*', '/a/*'],
    ['/a/b/*', '/a/c/*'],
    ['/a/b/*', '/a/:b/:c/:d'],
    ['/', '/suche'],
    ['/:slug', '/suche'],
    ['/:slug', '/admin/*'],
    ['/courses/:slug', '/courses/:course/lessons/:lesson'],
  ])('%s and %s are two addresses', async (one, other) => {
    await ship('mf-one', [one]);
    await ship('mf-other', [other]);
    expect(Object.keys((await registry.read()).remotes).sort()).toEqual(['mf-one', 'mf-other']);
  });

  test.each(['/login', '/assets/*', '/assets/x.js', '/platform.json', '/reports', '/llms.txt', '/_data/*', '/_data/x'])(
    '%s is the shell’s',
    (pattern) => expect(ship('mf-one', [pattern])).rejects.toThrow(`mf-one claims ${pattern}, but the shell`),
  );

  test('no remote claims a part of the sitemap', () =>
    expect(ship('mf-one', ['/one'], ['/sitemap-1.xml'])).rejects.toThrow('/sitemap-1.xml and the like are the shell'));

  test('the shell and the database have the same list of the shell’s addresses, its pages included', async () => {
    const [found] = await opened.backend.database.query('select shipping.shell_addresses() as addresses');
    expect(found).toEqual({ addresses: SHELL_ADDRESSES });
    const own = shellRoutes()[0]?.children?.map((route) => route.path) ?? [];
    expect(own).toContain('/login');
    expect(SHELL_ADDRESSES).toEqual(expect.arrayContaining(own.filter((path) => path !== '*')));
  });

  test('the database keeps the first segment of each address that is served from pages', async () => {
    const packages = await Promise.all(
      FIRST_REMOTES.map((name) => readFile(path.join(import.meta.dirname, '..', '..', name, 'package.json'), 'utf8')),
    );
    const served = packages.flatMap((text) => {
      const { routes, resources = [] } = JSON.parse(text).remote as { routes: string[]; resources?: string[] };
      return [...routes, ...resources];
    });
    const segments = [...SHELL_ADDRESSES, ...served, `${DATA_PATH}/x`].map((address) => address.split('/')[1] ?? '');
    const slugs = segments.filter((segment) => segment !== '' && !segment.startsWith(':'));
    expect(slugs).toEqual(expect.arrayContaining(['login', 'admin', 'suche', '_data', 'workshops', 'rss.xml']));
    const free = await opened.backend.database.query(
      'select slug from unnest($1::text[]) slug where private.fault_of_slug(slug) is null',
      [slugs],
    );
    expect(free).toEqual([]);
  });

  /** Resources of further remotes beside the pages /post/:slug and /files/*. */
  const shipAll = async (owned: readonly string[]) => {
    await ship('mf-one', ['/post/:slug']);
    await ship('mf-other', ['/files/*']);
    for (const [index, pattern] of owned.entries()) await ship(`mf-${index}`, [`/page-${index}`], [pattern]);
  };
  test.each<readonly [readonly string[], string]>([
    [['/robots.txt'], 'mf-0 claims /robots.txt, but the shell itself answers /robots.txt'],
    [['/post/feed.xml'], "mf-0 claims /post/feed.xml, but mf-one's page /post/:slug is answered there"],
    [['/files/a/b.png'], "mf-0 claims /files/a/b.png, but mf-other's page /files/* is answered there"],
    [['/rss.xml', '/rss.xml'], 'mf-1 claims /rss.xml, which mf-0 owns'],
    [['/img/:a/x.png', '/img/:b/x.png'], 'mf-1 claims /img/:b/x.png, which mf-0 owns as /img/:a/x.png'],
  ])('%j is refused', (owned, message) => expect(shipAll(owned)).rejects.toThrow(message));
  test.each([[['/post/:slug/vorschau.png']], [['/rss.xml', '/atom.xml']]])('%j is fine', (owned) =>
    expect(shipAll(owned)).resolves.toBeUndefined(),
  );

  test('a page in front of another remote’s resource is refused too', async () => {
    await ship('mf-one', ['/page'], ['/files/a.png']);
    await expect(ship('mf-other', ['/files/*'])).rejects.toThrow(
      "mf-one claims /files/a.png, but mf-other's page /files/* is answered there",
    );
  });
});

test('a check of addresses promotes nothing, and nothing goes live that was never published', async () => {
  await ship('mf-one', ['/post/:slug']);
  const next = (version: string, route: string) => release('mf-two', version, route);
  for (const given of [next('1', '/two'), next('2', '/post/:id')]) await registry.publish(given);
  const before = await registry.read();
  await shell.checkAddresses(next('1', '/two'));
  await expect(registry.checkAddresses(next('2', '/post/:id'))).rejects.toThrow(
    'mf-two claims /post/:id, which mf-one owns as /post/:slug',
  );
  for (const act of [registry.checkAddresses(next('3', '/two')), registry.promote(next('3', '/two'), by)])
    await expect(act).rejects.toThrow('mf-two has no published version "3"');
  expect(await registry.read()).toEqual(before);
});

test('readers of the registry get the origin at which remotes without their own are served', async () => {
  expect((await shell.read()).servedAt).toBeUndefined();
  await registry.serveAt('http://127.0.0.1:4000');
  expect((await shell.read()).servedAt).toBe('http://127.0.0.1:4000');
  await expect(registry.serveAt('http://127.0.0.1/files')).rejects.toThrow('registry_version_served_at');
});

test('concurrent transitions are serialized, and none is lost', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `mf-r${index}`);
  await Promise.all(names.map((name) => ship(name, [`/${name}`])));
  const { remotes } = await registry.read();
  expect(Object.keys(remotes).sort()).toEqual([...names].sort());
  expect(new Set(Object.values(remotes).map(({ portOffset }) => portOffset)).size).toBe(12);
});
