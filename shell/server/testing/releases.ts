import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import type { Registry, RegistryRemote, Release } from '../../registry/schema.ts';
import { readConfig } from '../config.ts';
import type { Runtime } from '../render/runtimes.ts';
import { createReleaseSets } from '../resolve/release-set.ts';
import { createTargets } from '../resolve/target.ts';
import type { ReleaseSet } from '../types.ts';

/** The settings of a shell whose backend nobody serves. */
export const config = readConfig({
  SUPABASE_URL: 'http://127.0.0.1:8',
  SUPABASE_PUBLISHABLE_KEY: 'key',
  SHELL_TOKEN: 'token',
});

/** A registry with these live releases, the remotes by their order. */
export function registryOf(
  releases: readonly Release[],
  more: Readonly<Record<string, Partial<RegistryRemote>>> = {},
): Registry {
  const remotes = releases.map((live, index): [string, RegistryRemote] => [
    live.name,
    { portOffset: index + 1, live, previous: [], history: [], ...more[live.name] },
  ]);
  return { remotes: Object.fromEntries(remotes), retired: {}, pending: {} };
}

export const releaseSetOf = (...releases: readonly Release[]): ReleaseSet =>
  createReleaseSets(registryOf(releases), config).defaultSet;

/** A runtime whose workers nobody asks. */
export const runtimeOf = (contract: number, more: Partial<Runtime> = {}): Runtime =>
  ({ contract, scripts: { app: [], hydrationLoader: [], chunks: {} }, ...more }) as Runtime;

/** Targets in a shell that has the runtime of each generation. */
export const targetsOf = (runtime = runtimeOf(CONTRACT)) => createTargets({ orNewest: () => runtime });
