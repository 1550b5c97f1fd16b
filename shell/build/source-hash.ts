import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const IGNORED = new Set(['node_modules', 'dist', '.data', 'testing', '__snapshots__']);
const TEST = /\.(test|spec)\.tsx?$/;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !TEST.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !path
          .relative(folder, file)
          .split(path.sep)
          .some((part) => IGNORED.has(part)),
    )
    .sort();
}

/** The lockfile without what it says of other remotes: one that is new makes none of them stale. */
const lockedFor = (app: string, lockfile: string) =>
  lockfile.replace(/(?<=^importers:\n)(?:\n| .*\n)*/m, (importers) =>
    importers
      .split(/^(?= {2}\S)/m)
      .filter((importer) => !importer.startsWith('  mf-') || importer.startsWith(`  ${app}:`))
      .join(''),
  );

/**
 * One hash over everything that a build of an app depends on: its folder and the shared code, both without tests and what
 * tests share, and the locked versions.
 */
export async function sourceHash(root: string, app: string): Promise<string> {
  const hash = createHash('sha256');
  const files = [...(await filesBelow(path.join(root, app))), ...(await filesBelow(path.join(root, 'shared')))];
  for (const file of files) {
    hash.update(`${path.relative(root, file)}\0`);
    hash.update(await readFile(file));
    hash.update('\0');
  }
  hash.update(lockedFor(app, await readFile(path.join(root, 'pnpm-lock.yaml'), 'utf8')));
  return hash.digest('hex');
}
