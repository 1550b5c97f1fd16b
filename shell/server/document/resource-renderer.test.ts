import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { integrityOf } from '@ki/shared/process/hash.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { by, release } from '../../registry/testing/release.ts';
import { readConfig } from '../config.ts';
import { listening } from '../http/testing/listening.ts';
import { WorkerEnded } from '../render/calls.ts';
import type { Bundle } from '../render/messages.ts';
import { createFallbacks } from '../resolve/fallbacks.ts';
import { createReleaseSets, type LiveRemote } from '../resolve/release-set.ts';
import { cacheKey, createTargetFinder } from '../resolve/target.ts';
import { createResourceReader, createResourceRenderer } from './resources.ts';

const config = readConfig({
  SUPABASE_URL: 'http://127.0.0.1:1',
  SUPABASE_PUBLISHABLE_KEY: 'key',
  SHELL_TOKEN: 'token',
});
const of = (portOffset: number, name: string, path: string) => {
  const live = { ...release(name, '1', path), resources: [`${path}.xml`] };
  return { [name]: { portOffset, live, previous: [], history: [], ...by } };
};
const remotes = { ...of(1, 'mf-good', '/good'), ...of(2, 'mf-broken', '/broken') };
const { defaultSet } = createReleaseSets({ retired: {}, pending: {}, remotes }, config);

const findTarget = createTargetFinder(() => null);
function targetAt(path: string) {
  const target = findTarget(new URL(path, 'http://site'), defaultSet);
  return target.kind === 'resource' ? target : { ...cacheKey(defaultSet, path), owner: undefined };
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

const fallbacks = createFallbacks({ load: async () => Promise.reject() }, config, () => true);

/** One of two remotes responds, and the sitemap; the other can be loaded or not. */
async function statusAt(path: string, isBroken: boolean) {
  const load = async (name: string) => {
    if (isBroken && name === 'mf-broken') throw new Error('not served');
    return { name, version: '1', contract: CONTRACT, code: Buffer.from('') };
  };
  const render = createResourceRenderer({
    workerOf: () => worker,
    modules: { load },
    fallbacks,
    siteUrl: 'http://site',
    updateSite: async () => true,
  });
  const { found } = await render(targetAt(path), defaultSet);
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
  const asked: string[] = [];
  const render = createResourceRenderer({
    workerOf: (bundle) => {
      asked.push(`${bundle?.name} ${bundle?.contract}`);
      return worker;
    },
    modules: {
      load: async (name) => ({ name, version: '1', contract: name === 'mf-good' ? 3 : 2, code: Buffer.from('') }),
    },
    fallbacks,
    siteUrl: 'http://site',
    updateSite: async () => true,
  });
  const { found, dependencies } = await render(targetAt('/sitemap.xml'), defaultSet);
  const text = typeof found === 'string' ? found : await found.text();
  expect([...text.matchAll(/<loc>([^<]*)/g)].map(([, address]) => address)).toEqual([
    'http://site/mf-good',
    'http://site/mf-broken',
  ]);
  expect(new Set(asked)).toEqual(new Set(['mf-good 3', 'mf-broken 2']));
  expect(dependencies).toEqual(['posts']);
});

test('the sitemap has the version before of a release without a runtime, also if nobody opened its pages', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => void logged.mockRestore());
  const store = await listening(() => ({ status: 200, body: 'content' }));
  onTestFinished(() => store.close());
  const of = (version: string, contract: number) => ({
    ...release('mf-blog', version, '/'),
    contract,
    entry: { path: 'web/remoteEntry.js', integrity: integrityOf(Buffer.from('content')) },
  });
  const remote = { portOffset: 1, live: of('8', 3), previous: [of('7', 2)], history: [], origin: store.url };
  const { defaultSet: set } = createReleaseSets({ retired: {}, pending: {}, remotes: { 'mf-blog': remote } }, config);
  const isServed = (contract: number) => contract === 2;
  const load = async (name: string, { release: { version, contract } }: LiveRemote) => {
    if (!isServed(contract)) throw new Error('no runtime');
    return { name, version, contract, code: Buffer.from('') };
  };
  const render = createResourceRenderer({
    workerOf: () => worker,
    modules: { load },
    fallbacks: createFallbacks({ load }, config, isServed),
    siteUrl: 'http://site',
    updateSite: async () => true,
  });
  const { found } = await render({ ...cacheKey(set, '/sitemap.xml'), owner: undefined }, set);
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
  const bundles = names.map((name) => ({ name, version: '1', contract: 2, code: Buffer.from('') }));
  const { response, dependencies } = await read('/old.txt', bundles);
  expect([await response?.text(), dependencies]).toEqual([answering, null]);
  await expect(read('/old.txt', bundles.slice(0, 1))).rejects.toThrow('the worker ended');
});
