import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesIn } from '../registry/store/content.ts';

export const ROOT = path.join(import.meta.dirname, '..', '..');

export interface Manifest {
  readonly name?: string;
  readonly remote?: { readonly routes: readonly string[] };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export const manifestIn = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}')) as Manifest;

/** The remotes of a tree: folders mf-… whose package.json says what they own, or the tree itself if its own says so. */
export async function remotesOf(root: string): Promise<string[]> {
  const { name, remote } = await manifestIn(root);
  if (name && remote) return [name];
  const names = (await readdir(root)).filter((folder) => folder.startsWith('mf-')).sort();
  const manifests = await Promise.all(names.map((folder) => manifestIn(path.join(root, folder))));
  return names.filter((_, index) => manifests[index]?.remote);
}

/** Copies a folder of texts; `change` is made to each name and each text. */
export async function copyChanged(from: string, to: string, change: (text: string) => string): Promise<void> {
  for (const file of await filesIn(from)) {
    const copy = path.join(to, change(file));
    await mkdir(path.dirname(copy), { recursive: true });
    await writeFile(copy, change(await readFile(path.join(from, file), 'utf8')));
  }
}

export async function folderOf(root: string, app: string): Promise<string> {
  const { name, remote } = await manifestIn(root);
  return remote && name === app ? root : path.join(root, app);
}
