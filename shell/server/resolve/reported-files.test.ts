import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { integrityOf } from '@ki/shared/process/hash.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { release } from '../../registry/testing/release.ts';
import { type Listening, listening } from '../http/testing/listening.ts';
import { createRemoteModules } from '../render/remote-modules.ts';
import { config, targetsOf } from '../testing/releases.ts';
import type { LiveRemote, ReleaseSet } from '../types.ts';
import { createFallbacks } from './fallbacks.ts';
import { releaseSetOf } from './release-set.ts';
import { createLoadable } from './resolve.ts';

const CONTENT = 'content';
const file = (path: string) => ({ path, integrity: integrityOf(Buffer.from(CONTENT)) });

const loaded = async () => ({ name: '', version: '', contract: CONTRACT, code: Buffer.from('') });

let asked: string[];
/** How often each file fails before it is served. */
let failures: Record<string, number>;
let server: Listening;
let remote: LiveRemote;
let releaseSet: ReleaseSet;
let fallbacks: ReturnType<typeof createFallbacks>;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  asked = [];
  failures = {};
  server = await listening(({ url: { pathname } }) => {
    asked.push(pathname);
    const left = failures[pathname] ?? 0;
    failures[pathname] = left - 1;
    return { status: left > 0 ? 503 : 200, body: CONTENT };
  });
  const version = (name: string): LiveRemote => ({
    release: {
      ...release('mf-blog', name, '/'),
      entry: file('web/remoteEntry.js'),
      server: file('server/index.cjs'),
      chunks: { home: [file('web/home.js')], post: [file('web/post.js')] },
    },
    folder: '',
    address: ({ path }) => `${server.url}/${name}/${path}`,
  });
  remote = { ...version('2'), fallback: version('1') };
  releaseSet = releaseSetOf(new Map([['mf-blog', remote]]), '', config);
  fallbacks = createFallbacks({ load: loaded, hasRuntime: () => true }, config);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const report = (message: string) => fallbacks.check('mf-blog', remote, message);
const serves = () => fallbacks.inForce(releaseSet).live.get('mf-blog')?.release.version;

test('a report has the shell fetch the file that it names, and no other', async () => {
  await report('Loading chunk post failed. (error: http://127.0.0.1/mf-blog/2/web/post.js)');
  await report('the module cannot be loaded');
  expect(asked).toEqual(['/2/web/post.js', '/2/web/remoteEntry.js']);
  expect(serves()).toBe('2');
});

test.each([
  ['once moves nobody', 1, '2'],
  ['twice in a row has the version before served', 1_000, '1'],
])('a file that fails %s', async (_what, times, version) => {
  failures['/2/web/post.js'] = times;
  await report('web/post.js');
  expect(asked.slice(0, 2)).toEqual(['/2/web/post.js', '/2/web/post.js']);
  expect(serves()).toBe(version);
});

test.each([false, true])(
  'a release of a generation without a runtime gives way to the one before (for staff: %s)',
  async (staffOnly) => {
    const given = { ...remote, release: { ...remote.release, contract: 1, staffOnly } };
    const modules = createRemoteModules(
      loaded,
      () => undefined,
      (contract) => contract === CONTRACT,
    );
    const targets = targetsOf();
    const loadable = createLoadable({ modules, fallbacks: createFallbacks(modules, config), targets });
    const assigned = releaseSetOf(new Map([['mf-blog', given]]), '', config);
    const url = new URL('http://site/');
    const target = await loadable(targets.own(url, assigned), { assigned }, url);
    expect(target.releaseSet.live.get('mf-blog')?.release.version).toBe('1');
  },
);
