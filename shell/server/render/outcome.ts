import type { LiveRemote, Outcome } from '../types.ts';
import { Busy, TooManyRenders } from './limit.ts';
import { moduleOf } from './messages.ts';
import { WorkerEnded } from './worker-process.ts';

export function outcomeOfError(error: unknown, { release, comparison }: LiveRemote): Outcome {
  if (error instanceof Busy || error instanceof TooManyRenders) return 'unknown';
  if (!(error instanceof WorkerEnded)) return 'failed';
  const isInFlight = (version: string) => error.inFlight.includes(moduleOf({ name: release.name, version }));
  const isCanary = comparison?.canary === release.version;
  // In doubt the canary is to blame: the live version has worked so far.
  const isOthers = !isCanary && comparison !== undefined && isInFlight(comparison.canary);
  return isInFlight(release.version) && !isOthers ? 'failed' : 'unknown';
}
