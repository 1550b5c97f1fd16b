import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { beforeEach, expect, test } from 'vitest';
import { sourceHash } from './build.ts';

const APPS = ['shell', 'mf-blog', 'mf-admin'];

let root: string;
beforeEach(async () => {
  root = folderOfTest();
  for (const folder of [...APPS, 'shared']) await write(`${folder}/src/main.ts`);
  await write('pnpm-lock.yaml');
});

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
  const before = await hashes();
  await write(file);
  const after = await hashes();
  expect(APPS.filter((_, index) => before[index] !== after[index])).toEqual(apps);
});
