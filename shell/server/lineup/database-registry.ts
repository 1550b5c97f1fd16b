import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseAccess } from '../../registry/database/call.ts';
import { readRegistryUnless } from '../../registry/database/read-registry.ts';
import type { SiteConfig } from '../../registry/site-config.ts';
import { lastGood } from './last-good.ts';
import { createLineups, type Lineups } from './lineup.ts';
import type { RegistrySource } from './live-registry.ts';

/** Whoever hears of no change has it in force within two seconds all the same: with this, and an answer within the rest. */
const LOOK_EVERY_MS = 1_000;
const ANSWER_MS = 5_000;
/** How long requests wait for a change of which there is word. */
const PATIENCE_MS = 1_000;

/**
 * Follows the registry of a database: looks at once when there is word of a change, so that requests after it find it in
 * force, and else each second, beside the traffic. While the database does not answer, the last good registry stays in
 * force.
 */
export function followDatabase(
  config: SiteConfig,
  access: DatabaseAccess,
  onWord: (listener: () => void) => void,
): RegistrySource {
  const copy = lastGood(config);
  let version: string | null = null;
  let problem: string | null = null;
  let inForce: Lineups | null = null;
  let looked: Promise<void> = Promise.resolve();
  /** What the look finds that requests wait for. */
  let awaited: Promise<Lineups | null> | null = null;

  async function read(): Promise<void> {
    try {
      const found = await readRegistryUnless(version, access, ANSWER_MS);
      if (found) {
        inForce = createLineups(found.registry, config);
        version = found.version;
        copy.keep(found.registry);
      }
      problem = null;
    } catch (error) {
      inForce ??= await copy.read();
      // Once, not every second.
      if (problem === null) copy.explain(error, inForce);
      problem = error instanceof Error ? error.message : String(error);
    }
  }

  /** One look after the other, so that none brings back what was before. */
  function look(): Promise<void> {
    looked = looked.then(read);
    return looked;
  }

  function requestsWaitFor(looking: Promise<void>): void {
    const found = looking.then(() => {
      if (awaited === found) awaited = null;
      return inForce;
    });
    awaited = found;
  }

  async function lookNowAndThen(): Promise<void> {
    for (;;) {
      await pause(LOOK_EVERY_MS, undefined, { ref: false });
      await look();
    }
  }

  requestsWaitFor(look());
  onWord(() => requestsWaitFor(Promise.race([look(), pause(PATIENCE_MS, undefined, { ref: false })])));
  void lookNowAndThen();
  return { kind: 'database', problem: () => problem, current: () => awaited ?? inForce };
}
