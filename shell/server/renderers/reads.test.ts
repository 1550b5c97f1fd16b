import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { build } from '../../build/build.ts';
import { ROOT } from '../../build/workspace.ts';
import { rendererProgram } from './program.ts';
import { type Renderers, startRenderers } from './renderers.ts';
import { bundleOf, pageOf } from './testing/tiny-bundle.ts';

/** Whose answers come when all that a test asks at once has been asked. */
let held: (() => void)[] = [];
let waitsFor = 1;
const backend = createServer((_request, response) => {
  held.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'));
  if (held.length < waitsFor) return;
  for (const answer of held.splice(0)) answer();
});

let program: string;
let renderers: Renderers;
beforeAll(async () => {
  program = await build(ROOT, 'shell', rendererProgram);
  await new Promise((resolve) => backend.listen(0, '127.0.0.1', () => resolve(null)));
}, 300_000);
afterAll(() => void backend.close());
beforeEach(() => {
  held = [];
  waitsFor = 1;
  const url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  renderers = startRenderers({ count: 1, program, supabase: { url, key: 'none' }, onSaid: () => undefined });
});
afterEach(() => renderers.end());

/** A remote whose loader, page and file read in this way. */
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

const readsOfPage = async (reading: string) => (await renderers.leastBusy().page(pageOf(bundleReading(reading)))).reads;

test('a page tells which topics it reads, and so does a file', async () => {
  const reading =
    "Promise.all([reader.from('posts').select('categories(name)'), reader.rpc('search', { query: 'x' })])";
  const topics = ['posts', 'categories', 'workshops', 'courses', 'matrix'];
  waitsFor = 2;
  expect(new Set(await readsOfPage(reading))).toEqual(new Set(topics));
  const file = await renderers.leastBusy().contribution(new URL('http://site/tiny.txt'), [bundleReading(reading)]);
  expect(new Set(file.reads)).toEqual(new Set(topics));
});

test('a page that reads nothing shows no topic', async () => {
  expect(await readsOfPage('null')).toEqual([]);
});

test('pages that are rendered at once know their own', async () => {
  waitsFor = 2;
  const pages = ["reader.from('posts').select('id')", "reader.from('ads').select('id')"].map(readsOfPage);
  expect(await Promise.all(pages)).toEqual([['posts'], ['ads']]);
});

test('what a module reads beside its pages may be shown by any of them', async () => {
  const bundle = bundleOf(`
    const clients = require('@ki/shared/data/clients.ts');
    const { promise, resolve } = Promise.withResolvers();
    const rows = promise.then(clients.reader).then((reader) => reader.from('posts').select('id'));
    exports.remote = {
      contract: 2,
      id: 'mf-tiny',
      routes: [{ id: 'tiny', path: '/tiny', loader: async () => { resolve(); await rows; return null; }, Component: () => 'Tag' }],
    };`);
  expect((await renderers.leastBusy().page(pageOf(bundle))).reads).toBeNull();
});
