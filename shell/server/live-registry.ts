import { stat } from 'node:fs/promises';
import { readRegistry, registryPath } from '../registry/registry-file.ts';
import type { SiteConfig } from './config.ts';
import { createLineups, type Lineups } from './lineup.ts';

export interface RegistrySource {
  /** What the registry in force offers: the file's content, or the last good one while the file cannot be read. */
  readonly current: () => Promise<Lineups>;
  /** Why the file cannot be used at present, or `null`. */
  readonly problem: () => string | null;
}

/** Follows the registry file by its change time, so that a change is in force with the next request. */
export function followRegistry(config: SiteConfig): RegistrySource {
  const file = registryPath(config.dataDir);
  let stamp = '';
  let inForce = Promise.resolve(createLineups({ schema: 1, remotes: {}, retired: {} }, config));
  let problem: string | null = null;

  const stampOfFile = async () => {
    const info = await stat(file).catch(() => null);
    return info ? `${info.mtimeMs}/${info.ino}/${info.size}` : 'missing';
  };

  async function read(isGone: boolean, lastGood: Promise<Lineups>): Promise<Lineups> {
    try {
      if (isGone) throw new Error(`${file} is gone`);
      const lineups = createLineups(await readRegistry(config.dataDir), config);
      problem = null;
      return lineups;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      console.error(`registry unreadable, the last good one stays in force: ${problem}`);
      return lastGood;
    }
  }

  return {
    problem: () => problem,
    async current() {
      const now = await stampOfFile();
      if (now !== stamp) {
        inForce = read(now === 'missing' && stamp !== '', inForce);
        stamp = now;
      }
      return inForce;
    },
  };
}
