import { beforeEach } from 'vitest';
import type { PolicyBackend } from './backend.ts';
import { makeToken } from './registry.ts';

export interface Claim {
  readonly id: number;
  readonly attempt: number;
  readonly input: Readonly<Record<string, string>>;
}

const TOKENS = {
  copy_picture: 'pictures',
  size_picture: 'pictures',
  size_copy: 'pictures',
  read_source: 'sources',
} as const;
export type Kind = keyof typeof TOKENS;

/** The calls of the program of a kind of jobs, whose token each test gets. */
export function givenProgram(backend: PolicyBackend, kind: Kind) {
  const { as, owner } = backend;
  let token = '';
  beforeEach(async () => {
    token = await makeToken(backend, TOKENS[kind]);
  });
  const call = (name: string, args: object, shown = token) => as.visitor.rpc(name, { token: shown, kind, ...args });
  const namesOf = (claim: Claim | undefined) => ({ id: claim?.id, attempt: claim?.attempt });
  return {
    token: () => token,
    call,
    claim: async (most = 20): Promise<readonly Claim[]> => (await call('claim_jobs', { most }).throwOnError()).data,
    storePart: async (claim: Claim | undefined, part: object): Promise<boolean> =>
      (await call('store_part', { part: { ...namesOf(claim), ...part } }).throwOnError()).data,
    finish: async (claim: Claim | undefined, result: object): Promise<boolean> =>
      (await call('finish_job', { result: { ...namesOf(claim), ...result } }).throwOnError()).data,
    /** The time of a claim, or until the next attempt, is over. */
    endClaims: () => owner.query('update private.jobs set due_at = now() where kind = $1', [kind]),
  };
}
