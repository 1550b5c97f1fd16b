import { globSync } from 'node:fs';
import path from 'node:path';
import type { EnvironmentConfig } from '@rsbuild/core';
import { browser } from './build-parts.ts';

const PATTERN = 'src/routes/*/early.ts';

/** The early scripts of the remote in this folder, `{ "<name>": "./src/routes/<name>/early.ts" }`. */
const found = (): Record<string, string> =>
  Object.fromEntries(
    globSync(PATTERN).map((file) => [path.basename(path.dirname(file)), `./${file.replaceAll(path.sep, '/')}`]),
  );

/** Builds each early script of a remote into one file, apart from the federation, whose runtime it can do without. */
export function earlyScripts(name: string): Record<string, EnvironmentConfig> {
  const scripts = found();
  if (Object.keys(scripts).length === 0) return {};
  const output = { distPath: { root: 'dist/web/early', js: '' } };
  return { early: browser(name, scripts, { output, splitChunks: false }) };
}
