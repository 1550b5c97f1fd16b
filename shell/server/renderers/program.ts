import { readFile } from 'node:fs/promises';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, '..', '..', 'dist', 'server', 'index.cjs');

/**
 * What a renderer runs, as it was built when this was called: a build that replaces the file under a running shell
 * changes nothing for it. A renderer gets it as text and need not read any file.
 */
export async function rendererProgram(): Promise<string> {
  const code = await readFile(FILE, 'utf8');
  return `((require, module, exports) => {${code}\n})(require, module, exports);`;
}
