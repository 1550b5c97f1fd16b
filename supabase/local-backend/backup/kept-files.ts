import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What is no content: databases, of which rows are taken; backups; and what says that something runs. */
const LEFT_OUT = /^(postgres|pglite-original|backups|backend\.(lock|pid|json)|restoring$)/;

const PASSING = /\.(tmp|lock)$/;

/**
 * The files of a data directory that belong into a backup, by their paths in it. A registry names versions that are in
 * the store already, so files come before folders.
 */
export function keptFiles(dataDir: string): string[] {
  return filesIn(dataDir).filter((file) => !LEFT_OUT.test(file));
}

function filesIn(root: string, folder = ''): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(({ name }) => !PASSING.test(name));
  const pathOf = (name: string) => (folder ? `${folder}/${name}` : name);
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => pathOf(name));
  const folders = entries.filter((entry) => entry.isDirectory() && (folder !== '' || !LEFT_OUT.test(entry.name)));
  return [...files.sort(), ...folders.flatMap(({ name }) => filesIn(root, pathOf(name)))];
}
