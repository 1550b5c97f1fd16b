import { statSync } from 'node:fs';
import { registryPath, requireRegistry } from '../../registry/registry-file.ts';
import type { SiteConfig } from '../../registry/site-config.ts';
import { lastGood } from './last-good.ts';
import { createLineups, type Lineups } from './lineup.ts';

export interface RegistrySource {
  /** Where it is kept what is live. */
  readonly kind: 'file' | 'database';
  /**
   * What the registry in force offers: what it says, or the last good one while it cannot be read; `null`: none was ever
   * good. A promise only while it is being read.
   */
  readonly current: () => Lineups | null | Promise<Lineups | null>;
  /** Why the registry cannot be used at present, or `null`. */
  readonly problem: () => string | null;
}

/**
 * What one look finds, for all who ask in the same turn of the event loop: their requests had begun before it. The system
 * answers such a look sooner than a promise of it would be kept.
 */
function oncePerTurn<Found>(look: () => Found): () => Found {
  let last: { readonly found: Found } | null = null;
  return () => {
    if (!last) {
      last = { found: look() };
      setImmediate(() => {
        last = null;
      });
    }
    return last.found;
  };
}

/** Follows the registry file by its change time, so that a change is in force with the next request. */
export function followRegistry(config: SiteConfig): RegistrySource {
  const file = registryPath(config.dataDir);
  let stamp = '';
  let inForce: Lineups | null | Promise<Lineups | null> | undefined;
  let problem: string | null = null;
  const copy = lastGood(config);

  const stampOfFile = oncePerTurn(() => {
    try {
      const { mtimeMs, ino, size } = statSync(file);
      return `${mtimeMs}/${ino}/${size}`;
    } catch {
      return 'missing';
    }
  });

  async function read(before: typeof inForce): Promise<Lineups | null> {
    try {
      const registry = await requireRegistry(config.dataDir);
      const lineups = createLineups(registry, config);
      problem = null;
      copy.keep(registry);
      return lineups;
    } catch (error) {
      const last = (await before) ?? (await copy.read());
      problem = copy.explain(error, last);
      return last;
    }
  }

  return {
    kind: 'file',
    problem: () => problem,
    current() {
      const now = stampOfFile();
      if (now !== stamp || inForce === undefined) {
        const reading = read(inForce);
        inForce = reading;
        stamp = now;
        void reading.then((lineups) => {
          if (inForce === reading) inForce = lineups;
        });
      }
      return inForce;
    },
  };
}
