import { readFile } from 'node:fs/promises';
import { NO_BACKEND, withRenderer } from './with-renderer.ts';

/** Which query keys the pages of each pattern read, as the routes of a built remote declare it. */
export async function queryKeysOf(file: string, name: string, patterns: readonly string[]) {
  const bundle = { name, version: 'to be published', code: await readFile(file) };
  return withRenderer(NO_BACKEND, ({ renderer }) => renderer.queryKeys(bundle, patterns));
}
