import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOf } from './workspace.ts';

const IGNORED = new Set(['node_modules', 'dist', '.data', '.git', 'testing', '__snapshots__']);
const TEST = /\.(test|spec)\.tsx?$/;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !IGNORED.has(name) && !TEST.test(name))
      .map(async (entry) => {
        const place = path.join(folder, entry.name);
        if (entry.isDirectory()) return filesBelow(place);
        return entry.isFile() ? [place] : [];
      }),
  );
  return found.flat().sort();
}

/** The lockfile without its entries for other remotes, so that a new remote makes no other stale. */
const lockedFor = (app: string, lockfile: string) =>
  lockfile.replace(/(?<=^importers:\n)(?:\n| .*\n)*/m, (importers) =>
    importers
      .split(/^(?= {2}\S)/m)
      .filter((importer) => !importer.startsWith('  mf-') || importer.startsWith(`  ${app}:`))
      .join(''),
  );

const ofWorkspace = async (root: string, app: string) => ({
  files: await filesBelow(path.join(root, 'shared')),
  locked: lockedFor(app, await readFile(path.join(root, 'pnpm-lock.yaml'), 'utf8')),
});

/** One hash over an app's folder, the shared code and the locked versions, without tests. */
export async function sourceHash(root: string, app: string): Promise<string> {
  const hash = createHash('sha256');
  const folder = await folderOf(root, app);
  const around = folder === root ? { files: [], locked: '' } : await ofWorkspace(root, app);
  for (const file of [...(await filesBelow(folder)), ...around.files]) {
    hash.update(`${path.relative(root, file)}\0`);
    hash.update(await readFile(file));
    hash.update('\0');
  }
  hash.update(around.locked);
  return hash.digest('hex');
}
