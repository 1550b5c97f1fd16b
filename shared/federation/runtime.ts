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
