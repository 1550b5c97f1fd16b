import { mkdir } from 'node:fs/promises';
import { keepLastGood, readLastGood } from '../../registry/registry-file.ts';
import type { Registry } from '../../registry/schema.ts';
import type { SiteConfig } from '../../registry/site-config.ts';
import { createLineups, type Lineups } from './lineup.ts';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** This machine's copy of the last registry that was good, for a time when there is none to be had. */
export function lastGood(config: SiteConfig) {
  let keeping = Promise.resolve();
  return {
    /**
     * Nobody waits for it. One after the other, so that the newest is kept last. A full disk must not keep a good registry
     * from being served.
     */
    keep(registry: Registry): void {
      keeping = keeping
        .then(() => mkdir(config.dataDir, { recursive: true }))
        .then(() => keepLastGood(config.dataDir, registry))
        .catch((error: unknown) => console.error(`the good registry could not be kept: ${messageOf(error)}`));
    },
    /** `null` when there is none, or one of which nothing may be served any more. */
    async read(): Promise<Lineups | null> {
      const registry = await readLastGood(config.dataDir);
      try {
        return registry && createLineups(registry, config);
      } catch {
        return null;
      }
    },
    /** Says in the log why there is no registry, and what is done about it. Returns the reason. */
    explain(error: unknown, last: Lineups | null): string {
      const problem = messageOf(error);
      const meanwhile = last ? 'the last good one stays in force' : 'pages answer 503';
      console.error(`registry unreadable, ${meanwhile}: ${problem}`);
      return problem;
    },
  };
}
