import type { DatabaseAccess } from '../../registry/database/call.ts';
import { readRegistryUnless } from '../../registry/database/read-registry.ts';
import type { SiteConfig } from '../../registry/site-config.ts';
import { lastGood } from './last-good.ts';
import { createLineups, type Lineups } from './lineup.ts';
import type { RegistrySource } from './live-registry.ts';

/** With this and an answer within the rest, a change is in force on every machine within two seconds. */
const LOOK_EVERY_MS = 1_000;
const ANSWER_MS = 5_000;

/**
 * Follows the registry of a database by asking for its version, beside the traffic: a request finds what the last look
 * found. While the database does not answer, the last good registry stays in force.
 */
export function followDatabase(config: SiteConfig, access: DatabaseAccess): RegistrySource {
  const copy = lastGood(config);
  let version: string | null = null;
  let problem: string | null = null;

  async function look(before: Lineups | null): Promise<Lineups | null> {
    try {
      const read = await readRegistryUnless(version, access, ANSWER_MS);
      const lineups = read ? createLineups(read.registry, config) : before;
      if (read) {
        version = read.version;
        copy.keep(read.registry);
      }
      problem = null;
      return lineups;
    } catch (error) {
      const last = before ?? (await copy.read());
      // Once, not every second.
      if (problem === null) copy.explain(error, last);
      problem = error instanceof Error ? error.message : String(error);
      return last;
    }
  }

  /** Asks again and again, each time a while after the answer. */
  function follow(found: Lineups | null): void {
    inForce = found;
    setTimeout(async () => follow(await look(found)), LOOK_EVERY_MS).unref();
  }

  const first = look(null);
  let inForce: Lineups | null | Promise<Lineups | null> = first;
  void first.then(follow);

  return { kind: 'database', problem: () => problem, current: () => inForce };
}
