import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { PAGE_ASSETS_FILE } from '@ki/shared/federation/build-plugins.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Release } from '../registry/schema.ts';
import { createFolderStore } from '../registry/store/folder-store.ts';
import { readStored, type Store, storedHashes, storedVersions } from '../registry/store/store.ts';
import { publish } from './publish.ts';

/** Reads a post, then its pictures, and a category where it is asked for one; a script of browsers names one more. */
const SERVER = `
const { reader } = require('@ki/shared/data/clients.ts');
const loader = async ({ request, params }) => {
  const from = await reader();
  const { data } = await from.from('posts').select('id, title').eq('slug', params.slug).maybeSingle();
  if (data) await from.rpc('library_pictures', { addresses: [data.title] });
  const topic = new URL(request.url).searchParams.get('thema');
  if (topic) await from.from('categories').select('name').eq('slug', topic);
};
exports.remote = {
  contract: 2,
  id: 'mf-x',
  routes: [{ handle: { query: ['thema'] }, loader, children: [{ path: '/x/:slug' }] }],
  resources: [{ path: '/x.xml', respond: async ({ reader }) => new Response(await reader.from('pages').select('slug')) }],
  sitemap: async (from) => (await from.rpc('count_posts', {}, { get: true })).data,
};`;

/** A fake bundler: its entry is the file `entry`, and its other files never change. */
const BUNDLER = `
const fs = require('node:fs');
for (const folder of ['web', 'server']) fs.mkdirSync('dist/' + folder, { recursive: true });
fs.copyFileSync('entry', 'dist/web/remoteEntry.js');
fs.writeFileSync('dist/web/mf-manifest.json', '{ "shared": [] }');
fs.writeFileSync('dist/web/${PAGE_ASSETS_FILE}', '{}');
fs.writeFileSync('dist/web/form.js', 'client.rpc("save_page",{});');
fs.writeFileSync('dist/server/index.cjs', ${JSON.stringify(SERVER)});`;

let root: string;
let store: Store;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'publish-'));
  store = createFolderStore(path.join(root, '.data'));
  const bin = path.join(root, 'node_modules', '@rsbuild', 'core', 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, 'rsbuild.js'), BUNDLER);
  await writeFile(path.join(root, 'entry'), 'entry');
});
afterEach(() => rm(root, { recursive: true }));

async function published(remote: Readonly<Record<string, unknown>>) {
  const manifest = { name: 'mf-x', version: '1.0.0', remote: { routes: ['/admin/x'], staffOnly: true, ...remote } };
  await writeFile(path.join(root, 'package.json'), JSON.stringify(manifest));
  return (await publish(root, store, 'mf-x')).release;
}

test('statements that change without a file are another version, the same ones the same', async () => {
  const one = await published({ budget: 10 });
  const two = await published({ budget: 11 });
  const again = await published({ budget: 10 });
  expect([one.budget, two.budget, again.version]).toEqual([10, 11, one.version]);
  expect((await storedVersions(store, 'mf-x')).sort()).toEqual([one.version, two.version].sort());
});

test('a release states what its loaders, resources and sitemap read, and what only its scripts name', async () => {
  const { reads } = await published({ routes: ['/x/:slug'], resources: ['/x.xml'], staffOnly: false });
  expect(reads).toEqual({
    tables: { categories: ['name', 'slug'], pages: ['slug'], posts: ['id', 'slug', 'title'] },
    embedded: {},
    functions: {
      count_posts: { calls: [[]], columns: ['*'] },
      library_pictures: { calls: [['addresses']], columns: ['*'] },
      save_page: { calls: [], columns: ['*'] },
    },
  });
});

const entryOf = (release: number) =>
  Buffer.from(
    `${Array.from({ length: 300 }, (_, line) => createHash('sha256').update(`${line}`).digest('hex')).join()} // ${release}`,
  );

test('a release has deltas of its scripts against the three releases before, and is the same without them', async () => {
  const releases = [];
  for (const release of [1, 2, 3, 4, 5]) {
    await writeFile(path.join(root, 'entry'), entryOf(release));
    releases.push(await published({}));
    // Two releases of one millisecond have no order.
    const { version } = releases[releases.length - 1] as Release;
    const time = new Date(Date.UTC(2026, 0, release));
    await utimes(path.join(root, '.data', 'mf-x', version, 'release.json'), time, time);
  }
  const last = releases[4] as Release;
  const files = (await store.files('mf-x', last.version)).filter((file) => file.endsWith('.dcz'));
  expect(files).toEqual(
    Array.from(files, () => expect.stringMatching(/^deltas\/remoteEntry\.js\.[A-Za-z0-9]{10}\.dcz$/)),
  );
  const deltas = await Promise.all(files.map((file) => readStored(store, last, file)));
  const opened = [2, 3, 4].map((release) => {
    const dictionary = entryOf(release);
    const hash = createHash('sha256').update(dictionary).digest();
    const delta = deltas.find((found) => found.subarray(8, 40).equals(hash));
    return delta && zstdDecompressSync(delta.subarray(40), { dictionary });
  });
  expect(opened).toEqual([entryOf(5), entryOf(5), entryOf(5)]);
  expect(deltas).toHaveLength(3);
  expect([...(await storedHashes(store, last)).keys()]).not.toEqual(expect.arrayContaining(files));
  expect(JSON.stringify(last)).not.toContain('dcz');
  expect((await published({})).version).toBe(last.version);
});
