import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFileAtomically } from '../data-dir/write-file-atomically.ts';

/** Beside the installed packages, since it can be made again from them and the sources at any time. */
const folder = fileURLToPath(new URL('../../node_modules/.cache/pglite', import.meta.url));

/** What was found out once and is kept to make later starts faster. Names say all that the content depends on. */
export function readKept(name: string): Buffer | undefined {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file) : undefined;
}

export function keep(name: string, content: string | Uint8Array): void {
  mkdirSync(folder, { recursive: true });
  writeFileAtomically(join(folder, name), content);
}
