import type { PlatformRegistry } from '../platform-registry.ts';
import { EMPTY_REGISTRY } from '../registry-file.ts';
import { versionCountsSchema } from '../version-counts.ts';
import { callRegistry, type DatabaseAccess } from './call.ts';
import { readRegistryUnless } from './read-registry.ts';

/** The registry of a platform on many machines: tables of its database, which decides who may make which move. */
export function databaseRegistry(access: DatabaseAccess): PlatformRegistry {
  const move = async (name: string, args: Readonly<Record<string, unknown>>) => {
    await callRegistry(access, name, args);
  };
  return {
    read: async () => (await readRegistryUnless(null, access))?.registry ?? EMPTY_REGISTRY,
    mend: async () => null,
    publish: (release) => move('publish_release', { release }),
    prepare: (remote) => move('prepare_remote', { remote, is_coming: true }),
    unprepare: (remote) => move('prepare_remote', { remote, is_coming: false }),
    promote: ({ name, version }, { author, reason, origin = null, startedFrom = null }) =>
      move('promote_release', { remote: name, version, author, reason, origin, started_from: startedFrom }),
    canary: ({ name, version }, percent, canary) =>
      move('canary_release', { remote: name, version, percent, ...canary }),
    rollback: async (remote, by) => String(await callRegistry(access, 'roll_back_remote', { remote, ...by })),
    retire: (remote, by) => move('retire_remote', { remote, ...by }),
    addCounts: (counts) => move('store_counts', { counts }),
    readCounts: async () => versionCountsSchema.parse(await callRegistry(access, 'read_counts', {})),
  };
}
