import { expect, test } from 'vitest';
import { by, release } from '../../registry/testing/release.ts';
import { readConfig } from '../config.ts';
import { createLineups } from '../lineup/lineup.ts';
import { createContributions } from './contributions.ts';

const config = readConfig({ SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_PUBLISHABLE_KEY: 'key' });
const of = (slot: number, name: string, path: string) => {
  const live = { ...release(name, '1', path), resources: [`${path}.xml`] };
  return { [name]: { slot, live, previous: [], history: [], ...by } };
};
const remotes = { ...of(1, 'mf-good', '/good'), ...of(2, 'mf-broken', '/broken') };
const { usual } = createLineups({ schema: 1, retired: {}, remotes }, config);

/** Of two remotes one answers, the sitemap with what it knows; the other can be loaded or not. */
function statusAt(path: string, isBroken: boolean) {
  const contribute = createContributions({
    modules: {
      load: async (name) => {
        if (isBroken && name === 'mf-broken') throw new Error('not served');
        return { name, version: '1', code: Buffer.from('') };
      },
    },
    renderers: {
      leastBusy: () => ({
        contribution: async ({ pathname }: URL) => ({
          response: ['/good.xml', '/sitemap.xml', '/sitemap-1.xml'].includes(pathname) ? new Response('<xml/>') : null,
          reads: [],
        }),
        draw: async () => Buffer.from(''),
      }),
    },
  });
  return contribute(new URL(path, 'http://site'), usual).then(({ answer }) =>
    typeof answer === 'string' ? answer : answer.status,
  );
}

test.each([
  ['/sitemap.xml', 200],
  ['/sitemap-1.xml', 200],
  ['/good.xml', 200],
  ['/broken.xml', 'none'],
])('%s is answered while all remotes can be loaded', async (path, answer) =>
  expect(await statusAt(path, false)).toBe(answer),
);

test.each([
  ['half a sitemap is none', '/sitemap.xml', 503],
  ['nor is a part of it one', '/sitemap-1.xml', 503],
  ['another remote answers as always', '/good.xml', 200],
  ['its own feed comes later', '/broken.xml', 503],
  ['an address that nobody declared stays unknown', '/else.xml', 'unknown'],
])('while a remote cannot be loaded, %s: %s', async (_what, path, answer) =>
  expect(await statusAt(path, true)).toBe(answer),
);
