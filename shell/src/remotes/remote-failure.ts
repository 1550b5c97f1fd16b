export const PHASES = ['entry', 'server', 'chunk', 'contract', 'render'] as const;
export type Phase = (typeof PHASES)[number];

export interface RemoteFailure {
  readonly remote: string;
  readonly version: string;
  readonly phase: Phase;
  readonly message: string;
}

export const REPORTS_PATH = '/reports';
export const MAX_MESSAGE_LENGTH = 500;

export class ContractMismatch extends Error {
  override readonly name = 'ContractMismatch';

  /** `expected`: what a release or a document states, where the code says otherwise. */
  constructor(remote: string, contract: unknown, expected?: number) {
    const otherwise = expected === undefined ? ', for which there is no runtime here' : `; expected ${expected}`;
    super(`${remote} is of generation ${String(contract)}${otherwise}`);
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;

export const isChunkError = (error: unknown) => isNamed(error, 'ChunkLoadError');

export function phaseOfLoading(error: unknown, otherwise: Phase): Phase {
  if (isChunkError(error)) return 'chunk';
  return isNamed(error, 'ContractMismatch') ? 'contract' : otherwise;
}
