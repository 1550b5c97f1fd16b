import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FIRST_REMOTES } from '../../shell/registry/first-remotes.mjs';

/** @param {string} file */
const isRemote = (file) => existsSync(file) && Object.hasOwn(JSON.parse(readFileSync(file, 'utf8')), 'remote');

/**
 * The remotes that are worked on in this repository, each with what is added to the shell's port: the first four as
 * always, further ones by their names.
 * @param {string} root @returns {import('./registry.mjs').LocalRemote[]}
 */
export function findRemoteFolders(root) {
  const found = readdirSync(root).filter(
    (name) => name.startsWith('mf-') && isRemote(path.join(root, name, 'package.json')),
  );
  const further = found.filter((name) => !FIRST_REMOTES.includes(name)).sort();
  return [...FIRST_REMOTES, ...further]
    .map((name, index) => ({ name, slot: index + 1 }))
    .filter(({ name }) => found.includes(name));
}
