import {
  type GenerationNeed,
  generationsInForce,
  withoutRuntime,
  withoutRuntimeText,
} from '../../registry/generation-needs.ts';
import type { Runtimes } from './runtimes.ts';

/** Starts the workers of each generation in force, as a page would wait for them, and logs what has no runtime. */
export function prepareRuntimes(needs: readonly GenerationNeed[], runtimes: Pick<Runtimes, 'of' | 'has'>): void {
  for (const contract of generationsInForce(needs)) runtimes.of(contract)?.workers();
  const { inForce, toGoBackTo } = withoutRuntime(needs, runtimes.has);
  const [failing, warning] = [withoutRuntimeText(inForce), withoutRuntimeText(toGoBackTo)];
  if (failing) console.error('%s', failing);
  if (warning) console.warn('%s', warning);
}
