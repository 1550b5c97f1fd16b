import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { build } from '../../build/build.ts';
import { ROOT } from '../../build/workspace.ts';
import { temporaryServer } from '../testing/temporary.ts';
import { workerProgram } from './spawn-worker.ts';
import { bundleOf, pageOf } from './testing/tiny-bundle.ts';
import { startWorkerPool, type WorkerPool } from './worker-pool.ts';

/** Responses wait until all queries of a test have arrived. */
let held: (() => void)[] = [];
let waitsFor = 1;
let program: string;
let workers: WorkerPool;
beforeAll(async () => {
  program = await build(ROOT, 'shell', ({ dist }) => workerProgram(dist));
}, 300_000);
beforeEach(async () => {
  held = [];
  waitsFor = 1;
  const url = await temporaryServer((_request, response) => {
    held.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'));
    if (held.length < waitsFor) return;
    for (const answer of held.splice(0)) answer();
  });
  workers = startWorkerPool({ count: 1, program, supabase: { url, key: 'none' }, onLog: () => undefined });
});
afterEach(() => workers.end());

const bundleReading = (reading: string) =>
  bundleOf(`
    const clients = require('@ki/shared/data/clients.ts');
    const read = async () => { const reader = await clients.reader(); return ${reading}; };
    exports.remote = {
      contract: 2,
      id: 'mf-tiny',
      routes: [{ id: 'tiny', path: '/tiny', loader: async () => { await read(); return null; }, Component: () => 'Tag' }],
      resources: [{ path: '/tiny.txt', respond: async () => { await read(); return new Response('Tag'); } }],
    };`);

const dependenciesOf = async (reading: string) =>
  (await workers.leastBusy().page(pageOf(bundleReading(reading)))).dependencies;

test('a page and a file report the cache tags of their queries', async () => {
  const reading =
    "Promise.all([reader.from('posts').select('categories(name)'), reader.rpc('search', { query: 'x' })])";
  const topics = ['site', 'posts', 'pages', 'categories', 'workshops', 'courses', 'matrix'];
  waitsFor = 2;
  expect(new Set(await dependenciesOf(reading))).toEqual(new Set(topics));
  const file = await workers.leastBusy().resource(new URL('http://site/tiny.txt'), bundleReading(reading));
  expect(new Set(file.dependencies)).toEqual(new Set(topics));
});

test('a page without queries depends on the site alone', async () => {
  expect(await dependenciesOf('null')).toEqual(['site']);
});

test('concurrent pages have only the cache tags of their own queries, and that of the site', async () => {
  waitsFor = 2;
  const pages = ["reader.from('posts').select('id')", "reader.from('ads').select('id')"].map(dependenciesOf);
  expect(await Promise.all(pages)).toEqual([
    ['site', 'posts'],
    ['site', 'ads'],
  ]);
});

test('a query outside of any page makes the dependencies of pages in flight unknown', async () => {
  const bundle = bundleOf(`
    const clients = require('@ki/shared/data/clients.ts');
    const { promise, resolve } = Promise.withResolvers();
    const rows = promise.then(clients.reader).then((reader) => reader.from('posts').select('id'));
    exports.remote = {
      contract: 2,
      id: 'mf-tiny',
      routes: [{ id: 'tiny', path: '/tiny', loader: async () => { resolve(); await rows; return null; }, Component: () => 'Tag' }],
    };`);
  expect((await workers.leastBusy().page(pageOf(bundle))).dependencies).toBeNull();
});
