import { TooManySearches } from '../http/rate-limit.ts';
import type { LiveRemote } from '../lineup/lineup.ts';
import { moduleOf } from '../renderers/bundle.ts';
import { RendererEnded } from '../renderers/renderer-ended.ts';
import { Busy } from './limit-renders.ts';

/** How a page came out, as far as its owner's code has to do with it; `unknown`: that cannot be told. */
export type Outcome = 'rendered' | 'failed' | 'unknown';

const NOT_FOUND = 404;
const UNAVAILABLE = 503;
const REFUSED = 400;

interface Page {
  readonly status: number;
  /** What its code threw. */
  readonly failure: string | null;
}

/** The outcome of a page that was made. Of a backend that is down it says nothing; what the backend refuses was asked wrongly. */
export function outcomeOf({ status, failure }: Page): Outcome {
  if (failure !== null) return 'failed';
  if (status === UNAVAILABLE) return 'unknown';
  return status >= REFUSED && status !== NOT_FOUND ? 'failed' : 'rendered';
}

/** The outcome of a page of this version that could not be made. */
export function outcomeOfError(error: unknown, { release, comparison }: LiveRemote): Outcome {
  if (error instanceof Busy || error instanceof TooManySearches) return 'unknown';
  if (!(error instanceof RendererEnded)) return 'failed';
  const isAtWork = (version: string) => error.underWay.includes(moduleOf({ name: release.name, version }));
  const isCanary = comparison?.canary === release.version;
  // In doubt it was the canary's: what is live has worked so far.
  const isOthers = !isCanary && comparison !== undefined && isAtWork(comparison.canary);
  return isAtWork(release.version) && !isOthers ? 'failed' : 'unknown';
}
