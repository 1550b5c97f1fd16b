import { setTimeout as delay } from 'node:timers/promises';
import {
  type GenerationNeed,
  generationsInForce,
  withoutRuntime,
  withoutRuntimeText,
} from '../../registry/generation-needs.ts';
import type { Runtimes } from './runtimes.ts';
import type { WorkerPool } from './worker-pool.ts';

interface StartableRuntimes extends Pick<Runtimes, 'has'> {
  readonly of: (contract: number) => { readonly workers: Pick<WorkerPool, 'ready'> } | undefined;
}

/** A generation whose workers never start fails alone. */
const START_MS = 10_000;

/**
 * Starts the workers of each generation in force, as a page would wait for them, and logs what has no runtime. Resolves
 * once they are ready, after 10 s at the latest.
 */
export async function prepareRuntimes(needs: readonly GenerationNeed[], runtimes: StartableRuntimes): Promise<void> {
  const pools = [...generationsInForce(needs)].map((contract) => runtimes.of(contract)?.workers.ready);
  const { inForce, toGoBackTo } = withoutRuntime(needs, runtimes.has);
  const [failing, warning] = [withoutRuntimeText(inForce), withoutRuntimeText(toGoBackTo)];
  if (failing) console.error('%s', failing);
  if (warning) console.warn('%s', warning);
  await Promise.race([Promise.all(pools), delay(START_MS, undefined, { ref: false })]);
}
