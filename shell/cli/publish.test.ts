import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PAGE_ASSETS_FILE } from '@ki/shared/federation/build-plugins.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolderStore } from '../registry/store/folder-store.ts';
import { type Store, storedVersions } from '../registry/store/store.ts';
import { publish } from './publish.ts';

const SERVER = `
exports.remote = {
  contract: 2,
  id: 'mf-x',
  routes: [{ handle: { query: ['thema'] }, children: [{ path: '/x/:slug' }] }],
};`;

/** A fake bundler, whose files never change. */
const BUNDLER = `
const fs = require('node:fs');
for (const folder of ['web', 'server']) fs.mkdirSync('dist/' + folder, { recursive: true });
fs.writeFileSync('dist/web/remoteEntry.js', 'entry');
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
  expect([one.budget, two.budget, (await published({ budget: 10 })).version]).toEqual([10, 11, one.version]);
  expect((await storedVersions(store, 'mf-x')).sort()).toEqual([one.version, two.version].sort());
});

test('a release states the query keys of its patterns, but not of staff pages', async () => {
  expect((await published({ routes: ['/x/:slug'], staffOnly: false })).query).toEqual({ '/x/:slug': ['thema'] });
  expect((await published({})).query).toBeUndefined();
});
