import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { beforeEach, expect, test } from 'vitest';
import { build, sourceHash } from './build.ts';

/** A fake bundler: it prints its begin and end, and fails for a marked source. */
const BUNDLER = `
const fs = require('node:fs');
fs.appendFileSync('node_modules/log', 'begin ');
setTimeout(() => {
  if (fs.readFileSync('source', 'utf8').includes('fail')) { console.error('no such thing'); process.exit(1); }
  fs.mkdirSync('dist/web', { recursive: true });
  fs.appendFileSync('node_modules/log', 'end ');
}, 50);`;

let root: string;
let app: string;
beforeEach(async () => {
  root = folderOfTest();
  app = path.join(root, 'mf-x');
  const bin = path.join(app, 'node_modules', '@rsbuild', 'core', 'bin');
  for (const folder of [bin, path.join(root, 'shared')]) await mkdir(folder, { recursive: true });
  await writeFile(path.join(root, 'pnpm-lock.yaml'), '');
  await writeFile(path.join(app, 'source'), 'one');
  await writeFile(path.join(bin, 'rsbuild.js'), BUNDLER);
});

const buildX = () => build(root, 'mf-x', async ({ isNew }) => isNew);
const log = async () => (await readFile(path.join(app, 'node_modules', 'log'), 'utf8')).trim().split(' ');
const change = (text: string) => writeFile(path.join(app, 'source'), text);

test('an app is built once for its sources', async () => {
  expect([await buildX(), await buildX()]).toEqual([true, false]);
  await change('two');
  expect(await buildX()).toBe(true);
});

test('an app is rebuilt when packages in the lockfile change, not when another remote does', async () => {
  const lock = (other: string, version: string) =>
    writeFile(
      path.join(root, 'pnpm-lock.yaml'),
      `importers:\n\n  mf-x:\n    a: 1\n\n${other}  shared:\n    b: 1\n\npackages:\n\n  c: ${version}\n`,
    );
  await lock('', '1');
  await buildX();
  await lock('  mf-y:\n    a: 2\n\n', '1');
  expect(await buildX()).toBe(false);
  await lock('  mf-y:\n    a: 2\n\n', '2');
  expect(await buildX()).toBe(true);
});

test('two builds of an app do not run at once, and the second has nothing left to do', async () => {
  expect((await Promise.all([buildX(), buildX()])).sort()).toEqual([false, true]);
  expect(await log()).toEqual(['begin', 'end']);
});

test('after a failed build, the old sources are built again too', async () => {
  await buildX();
  await change('fail');
  await expect(buildX()).rejects.toMatchObject({ message: 'building mf-x failed', output: 'no such thing' });
  await change('one');
  expect(await buildX()).toBe(true);
});

const APPS = ['shell', 'mf-blog', 'mf-admin'];

async function write(file: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), 'new');
}

const hashes = () => Promise.all(APPS.map((app) => sourceHash(root, app)));

const NONE: readonly string[] = [];

test.each([
  ['mf-admin/src/addresses.ts', ['mf-admin']],
  ['shared/contract/paths.ts', APPS],
  ['shell/src/page.tsx', ['shell']],
  ['shared/testing/given.ts', NONE],
  ['shared/contract/paths.test.ts', NONE],
  ['shared/ui/media/__snapshots__/cover-art.test.ts.snap', NONE],
  ['mf-blog/src/testing/given.ts', NONE],
  ['mf-blog/src/routes/home/home.test.tsx', NONE],
  ['mf-blog/dist/web/remoteEntry.js', NONE],
])('%s makes %j stale', async (file, apps) => {
  for (const folder of [...APPS, 'shared']) await write(`${folder}/src/main.ts`);
  const before = await hashes();
  await write(file);
  const after = await hashes();
  expect(APPS.filter((_, index) => before[index] !== after[index])).toEqual(apps);
});
