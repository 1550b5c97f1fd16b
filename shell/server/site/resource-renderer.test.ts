import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { integrityOf } from '@ki/shared/process/hash.ts';
import { expect, onTestFinished, test } from 'vitest';
import { release } from '../../registry/testing/release.ts';
import { listening } from '../http/testing/listening.ts';
import type { Bundle } from '../render/messages.ts';
import { WorkerEnded } from '../render/worker-process.ts';
import { createFallbacks } from '../resolve/fallbacks.ts';
import { createReleaseSets } from '../resolve/release-set.ts';
import { cacheKey } from '../resolve/target.ts';
import { config, registryOf, releaseSetOf, targetsOf } from '../testing/releases.ts';
import { silentConsole } from '../testing/temporary.ts';
import type { LiveRemote, ReleaseSet } from '../types.ts';
import { createResourceReader, createResourceRenderer } from './resources.ts';

const withFeed = (name: string, path: string) => ({ ...release(name, '1', path), resources: [`${path}.xml`] });
const defaultSet = releaseSetOf(withFeed('mf-good', '/good'), withFeed('mf-broken', '/broken'));

const { find: findTarget } = targetsOf();
function targetAt(path: string, set: ReleaseSet) {
  const target = findTarget(new URL(path, 'http://site'), set);
  return target.kind === 'resource' ? target : { ...cacheKey(set, path), owner: undefined };
}

const RESOURCES = ['/good.xml'];
const worker = {
  resource: async ({ pathname }: URL) => ({
    response: RESOURCES.includes(pathname) ? new Response('<xml/>') : null,
    dependencies: [],
  }),
  sitemap: async ({ name }: Bundle, part: number | null) =>
    part === null
      ? { parts: 1, entries: [], dependencies: ['posts' as const] }
      : { parts: 0, entries: [{ path: `/${name}` }], dependencies: ['posts' as const] },
  llms: async () => ({ sections: [], dependencies: [] }),
  rasterize: async () => Buffer.from(''),
};

const bundleOf = (name: string, contract: number = CONTRACT): Bundle => {
  return { name, version: '1', contract, code: Buffer.from('') };
};

/** What a shell with these modules answers at an address. */
async function rendered(
  path: string,
  load: (name: string, remote: LiveRemote) => Promise<Bundle>,
  { set = defaultSet, isServed = (_contract: number): boolean => true, workerOf = (_bundle?: Bundle) => worker } = {},
) {
  const render = createResourceRenderer({
    workerOf,
    modules: { load },
    fallbacks: createFallbacks({ load, hasRuntime: ({ release: of }) => isServed(of.contract) }, config),
    siteUrl: 'http://site',
    updateSite: async () => true,
  });
  return render(targetAt(path, set), null);
}

/** One of two remotes responds, and the sitemap; the other can be loaded or not. */
async function statusAt(path: string, isBroken: boolean) {
  const { found } = await rendered(path, async (name) => {
    if (isBroken && name === 'mf-broken') throw new Error('not served');
    return bundleOf(name);
  });
  return typeof found === 'string' ? found : found.status;
}

test.each([
  ['/sitemap.xml', 200],
  ['/sitemap-1.xml', 200],
  ['/good.xml', 200],
  ['/broken.xml', 'none'],
])('%s responds while all remotes can be loaded', async (path, answer) =>
  expect(await statusAt(path, false)).toBe(answer),
);

test.each([
  ['there is no partial sitemap', '/sitemap.xml', 503],
  ['no part of the sitemap is served', '/sitemap-1.xml', 503],
  ['another remote responds as always', '/good.xml', 200],
  ['its own feed is unavailable', '/broken.xml', 503],
  ['an address that no remote declares stays unknown', '/else.xml', 'unknown'],
])('while a remote cannot be loaded, %s: %s', async (_what, path, answer) =>
  expect(await statusAt(path, true)).toBe(answer),
);

test('each remote answers in a worker of its own generation, and the sitemap joins them', async () => {
  const workers: string[] = [];
  const workerOf = (bundle?: Bundle) => {
    workers.push(`${bundle?.name} ${bundle?.contract}`);
    return worker;
  };
  const load = async (name: string) => bundleOf(name, name === 'mf-good' ? 3 : 2);
  const { found, dependencies } = await rendered('/sitemap.xml', load, { workerOf });
  const text = typeof found === 'string' ? found : await found.text();
  expect([...text.matchAll(/<loc>([^<]*)/g)].map(([, address]) => address)).toEqual([
    'http://site/mf-good',
    'http://site/mf-broken',
  ]);
  expect(new Set(workers)).toEqual(new Set(['mf-good 3', 'mf-broken 2']));
  expect(dependencies).toEqual(['posts']);
});

test('the sitemap has the version before of a release without a runtime, also if nobody opened its pages', async () => {
  silentConsole();
  const store = await listening(() => ({ status: 200, body: 'content' }));
  onTestFinished(() => store.close());
  const entry = { path: 'web/remoteEntry.js', integrity: integrityOf(Buffer.from('content')) };
  const of = (version: string, contract: number) => ({ ...release('mf-blog', version, '/'), contract, entry });
  const registry = registryOf([of('8', 3)], { 'mf-blog': { previous: [of('7', 2)], origin: store.url } });
  const isServed = (contract: number) => contract === 2;
  const load = async (name: string, { release: { contract } }: LiveRemote) => {
    if (!isServed(contract)) throw new Error('no runtime');
    return bundleOf(name, contract);
  };
  const { defaultSet: set } = createReleaseSets(registry, config);
  const { found } = await rendered('/sitemap.xml', load, { set, isServed });
  expect(typeof found === 'string' ? found : found.status).toBe(200);
});

test.each([
  ['one that has the file', ['mf-good'], 'mf-good'],
  ['the first of several that have it', ['mf-good', 'mf-other'], 'mf-good'],
])('while a worker is gone, a file that no remote declares is answered by %s', async (_what, having, answering) => {
  const names = ['mf-broken', 'mf-good', 'mf-other'];
  const read = createResourceReader(
    () => ({
      ...worker,
      async resource(_url: URL, { name }: Bundle) {
        if (name === 'mf-broken') throw new WorkerEnded('the worker ended');
        return { response: having.includes(name) ? new Response(name) : null, dependencies: [] };
      },
    }),
    'http://site',
  );
  const bundles = names.map((name) => bundleOf(name));
  const { response, dependencies } = await read('/old.txt', bundles);
  expect([await response?.text(), dependencies]).toEqual([answering, null]);
  await expect(read('/old.txt', bundles.slice(0, 1))).rejects.toThrow('the worker ended');
});
