/** Where on its way to the visitor a remote failed. */
export const PHASES = ['entry', 'server', 'chunk', 'contract', 'render'] as const;
export type Phase = (typeof PHASES)[number];

/** What went wrong with one version of one remote. */
export interface Problem {
  readonly remote: string;
  readonly version: string;
  readonly phase: Phase;
  readonly message: string;
}

/** Where browsers send problems. */
export const REPORTS_PATH = '/reports';
export const MAX_MESSAGE_LENGTH = 500;

/** Thrown for a module that was written for another contract than this shell's. */
export class ContractMismatch extends Error {
  override readonly name = 'ContractMismatch';

  constructor(remote: string, theirs: unknown, ours: number) {
    super(`${remote} speaks contract ${String(theirs)}, this shell speaks ${ours}`);
  }
}

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;

/** A chunk that is missing, late or not the one that was built. */
export const isChunkError = (error: unknown) => isNamed(error, 'ChunkLoadError');

/** The phase of an error that was thrown while code was loaded. */
export function phaseOfLoading(error: unknown, otherwise: Phase): Phase {
  if (isChunkError(error)) return 'chunk';
  return isNamed(error, 'ContractMismatch') ? 'contract' : otherwise;
}
