import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const PNPM_VERSION = '12.21.0';
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

const isWindows = process.platform === 'win32';

/** The Node.js version that the project pins, as a package: there once dependencies are installed. */
export const PINNED_NODE = path.join(ROOT, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');

export const NPX = isWindows ? 'npx.cmd' : 'npx';

/** A file of an installed package, by its path in the root's node_modules. @param {string} file */
export const installed = (file) => path.join(ROOT, 'node_modules', ...file.split('/'));

/** This process's environment with a bare `node` that is the pinned one, and the root's commands. @returns {NodeJS.ProcessEnv} */
export function withPinnedNode() {
  const { env } = process;
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = [path.join(ROOT, 'node_modules', '.bin'), path.dirname(PINNED_NODE), env[key] ?? ''];
  return { ...env, [key]: folders.join(path.delimiter) };
}
