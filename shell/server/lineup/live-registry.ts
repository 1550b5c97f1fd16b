import { statSync } from 'node:fs';
import { keepLastGood, readLastGood, registryPath, requireRegistry } from '../../registry/registry-file.ts';
import type { Registry } from '../../registry/schema.ts';
import type { SiteConfig } from '../../registry/site-config.ts';
import { createLineups, type Lineups } from './lineup.ts';

export interface RegistrySource {
  /**
   * What the registry in force offers: the file's content, or the last good one while the file cannot be read; `null`:
   * none was ever good. A promise only while the file is being read.
   */
  readonly current: () => Lineups | null | Promise<Lineups | null>;
  /** Why the file cannot be used at present, or `null`. */
  readonly problem: () => string | null;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

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
  let keeping = Promise.resolve();

  const stampOfFile = oncePerTurn(() => {
    try {
      const { mtimeMs, ino, size } = statSync(file);
      return `${mtimeMs}/${ino}/${size}`;
    } catch {
      return 'missing';
    }
  });

  /** One after the other, so that the newest is kept last. A full disk must not keep a good registry from being served. */
  function keep(registry: Registry): void {
    keeping = keeping
      .then(() => keepLastGood(config.dataDir, registry))
      .catch((error: unknown) => console.error(`the good registry could not be kept: ${messageOf(error)}`));
  }

  async function readLast(): Promise<Lineups | null> {
    const registry = await readLastGood(config.dataDir);
    return registry && createLineups(registry, config);
  }

  async function read(lastGood: typeof inForce): Promise<Lineups | null> {
    try {
      const registry = await requireRegistry(config.dataDir);
      const lineups = createLineups(registry, config);
      problem = null;
      // Nobody waits for it.
      keep(registry);
      return lineups;
    } catch (error) {
      problem = messageOf(error);
      const last = (await lastGood) ?? (await readLast());
      const meanwhile = last ? 'the last good one stays in force' : 'pages answer 503';
      console.error(`registry unreadable, ${meanwhile}: ${problem}`);
      return last;
    }
  }

  return {
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
