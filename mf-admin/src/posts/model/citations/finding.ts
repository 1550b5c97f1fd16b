import type { Candidate } from './similarity.ts';
import type { Value } from './source-text.ts';

export type State = 'supported' | 'contradicted' | 'not found';

/** What a source says about one value of a claim. */
export interface Finding {
  readonly value: Value;
  readonly state: State;
  /** The value that stands there. */
  readonly source?: Candidate;
}
