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

const SERVER = `
exports.remote = {
  contract: 2,
  id: 'mf-x',
  routes: [{ handle: { query: ['thema'] }, children: [{ path: '/x/:slug' }] }],
};`;

/** A fake bundler: its entry is the file `entry`, and its other files never change. */
const BUNDLER = `
const fs = require('node:fs');
for (const folder of ['web', 'server']) fs.mkdirSync('dist/' + folder, { recursive: true });
fs.copyFileSync('entry', 'dist/web/remoteEntry.js');
fs.writeFileSync('dist/web/mf-manifest.json', '{ "shared": [] }');
fs.writeFileSync('dist/web/${PAGE_ASSETS_FILE}', '{}');
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

test('a release states the query keys of its patterns, but not of staff pages', async () => {
  expect((await published({ routes: ['/x/:slug'], staffOnly: false })).query).toEqual({ '/x/:slug': ['thema'] });
  expect((await published({})).query).toBeUndefined();
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
