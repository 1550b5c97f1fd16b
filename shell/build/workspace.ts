import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The tree that this program belongs to. */
export const ROOT = path.join(import.meta.dirname, '..', '..');

async function isRemote(root: string, name: string): Promise<boolean> {
  const manifest = await readFile(path.join(root, name, 'package.json'), 'utf8').catch(() => '{}');
  return Object.hasOwn(JSON.parse(manifest) as object, 'remote');
}

/** The remotes of a tree: folders mf-… whose package.json says what they own. */
export async function remotesOf(root: string): Promise<string[]> {
  const names = (await readdir(root)).filter((name) => name.startsWith('mf-')).sort();
  const found = await Promise.all(names.map((name) => isRemote(root, name)));
  return names.filter((_, index) => found[index]);
}
