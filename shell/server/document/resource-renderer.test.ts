import { expect, test } from 'vitest';
import { by, release } from '../../registry/testing/release.ts';
import { readConfig } from '../config.ts';
import { createReleaseSets } from '../resolve/release-set.ts';
import { cacheKey, createTargetFinder } from '../resolve/target.ts';
import { createResourceRenderer } from './resources.ts';

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

const RESOURCES = ['/good.xml', '/sitemap.xml', '/sitemap-1.xml'];
const worker = {
  resource: async ({ pathname }: URL) => ({
    response: RESOURCES.includes(pathname) ? new Response('<xml/>') : null,
    dependencies: [],
  }),
  rasterize: async () => Buffer.from(''),
};

/** One of two remotes responds, and the sitemap; the other can be loaded or not. */
async function statusAt(path: string, isBroken: boolean) {
  const load = async (name: string) => {
    if (isBroken && name === 'mf-broken') throw new Error('not served');
    return { name, version: '1', code: Buffer.from('') };
  };
  const render = createResourceRenderer({
    workers: { leastBusy: () => worker },
    modules: { load },
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
