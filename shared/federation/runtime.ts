import { createRequire } from 'node:module';
import { SINGLETONS } from './singletons.ts';

/**
 * What a shell's build states about itself. A generation is a number of the contract, and its runtime is the shell's
 * build for it: scripts for browsers and the worker. See docs/decisions/0099.
 */
export interface RuntimeInfo {
  readonly contract: number;
  readonly singletons: Readonly<Record<string, string>>;
}

export const RUNTIME_FILE = 'runtime.json';

/** The address of the scripts of a generation: each has a folder of its own. */
export const assetsOf = (contract: number) => `/assets/${contract}/`;

const require = createRequire(import.meta.url);

const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** The installed version of the package that a singleton belongs to. */
function versionOf(singleton: string): string {
  return (require(`${packageOf(singleton)}/package.json`) as { version: string }).version;
}

/** The versions that a shell of this tree provides. */
export const singletonVersions = (): Readonly<Record<string, string>> =>
  Object.fromEntries(SINGLETONS.map((name) => [name, versionOf(name)]));
