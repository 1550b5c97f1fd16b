import { addCounts, readCounts } from './counts-file.ts';
import { prepared, promoted, retired, rolledBack, unprepared, withCanary } from './moves.ts';
import type { PlatformRegistry } from './platform-registry.ts';
import { mendRegistry, readRegistry, updateRegistry } from './registry-file.ts';
import type { Registry } from './schema.ts';

/** The registry of a platform on one machine: a document in its data folder. Whoever can write there may make every move. */
export function fileRegistry(dataDir: string): PlatformRegistry {
  const move = async (change: (registry: Registry) => Registry) => {
    await updateRegistry(dataDir, change);
  };
  return {
    read: () => readRegistry(dataDir),
    mend: () => mendRegistry(dataDir),
    // The store beside it is where releases are known.
    publish: async () => undefined,
    prepare: (name) => move((registry) => prepared(registry, name)),
    unprepare: (name) => move((registry) => unprepared(registry, name)),
    promote: (release, promotion) => move((registry) => promoted(registry, release, promotion)),
    canary: (release, percent, canary) => move((registry) => withCanary(registry, release, percent, canary)),
    async rollback(name, by) {
      const { remotes } = await updateRegistry(dataDir, (registry) => rolledBack(registry, name, by));
      return remotes[name]?.live.version ?? '';
    },
    retire: (name, by) => move((registry) => retired(registry, name, by)),
    addCounts: (counts) => addCounts(dataDir, counts),
    readCounts: () => readCounts(dataDir),
  };
}
