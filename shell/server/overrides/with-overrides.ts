import type { Platform } from '@ki/shared/contract/registry.ts';
import { OVERRIDE_VERSION, type Overrides } from '../../src/overrides/overrides.ts';
import type { Lineup } from '../lineup/lineup.ts';

/**
 * The lineup of a visitor who runs some remotes from development servers: their origins, and only they, are allowed
 * in this visitor's documents. Such code has no hash, so the server itself never runs it.
 */
export function withOverrides(lineup: Lineup, overrides: Overrides): Lineup {
  const live = new Map(lineup.live);
  const remotes: Record<string, Platform['remotes'][string]> = { ...lineup.platform.remotes };
  for (const [name, origin] of Object.entries(overrides)) {
    const [remote, known] = [live.get(name), remotes[name]];
    if (!remote || !known) continue;
    const { fallback: _, ...rest } = known;
    live.set(name, { release: remote.release, address: remote.address, folder: `${origin}/` });
    remotes[name] = {
      ...rest,
      version: OVERRIDE_VERSION,
      manifest: `${origin}/mf-manifest.json`,
      entry: `${origin}/remoteEntry.js`,
      integrity: '',
      override: origin,
    };
  }
  return { ...lineup, live, platform: { ...lineup.platform, remotes } };
}
