import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { build } from '../../shell/build/build.ts';
import { ROOT } from '../../shell/build/workspace.ts';
import { FIRST_REMOTES } from '../../shell/registry/schema.ts';
import { hashesOfBuild } from '../../shell/registry/store/content.ts';
import { copyTree } from './copied-tree.ts';

/** Hashes by file: names of browser files contain hashes, too. */
const builtIn = (root: string, app: string) =>
  build(root, app, async ({ dist }) => Object.fromEntries(await hashesOfBuild(dist)));

test('Two checkouts in different folders build the same files, so that shells built apart share their scripts', async () => {
  test.setTimeout(300_000);
  const copy = await copyTree();
  try {
    await promisify(execFile)(process.execPath, ['scripts/bootstrap.mjs', 'install'], { cwd: copy.root });
    for (const app of ['shell', ...FIRST_REMOTES]) {
      expect(await builtIn(copy.root, app), app).toEqual(await builtIn(ROOT, app));
    }
  } finally {
    await copy.remove();
  }
});
