import type { Platform } from '@ki/shared/contract/registry.ts';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { singletonVersions } from '@ki/shared/federation/runtime.ts';
import { runningShell, shellOfSite } from '../../registry/announcement.ts';
import type { DeployTarget, SiteConfig } from '../../registry/registry.ts';
import type { Registry, RegistryRemote, Release } from '../../registry/schema.ts';
import { openStore } from '../../registry/store/open-store.ts';
import { createReleaseSets, ofGeneration } from '../../server/resolve/release-set.ts';
import type { Named } from '../command.ts';
import { NO_BACKEND } from '../with-worker.ts';

const DEFAULT_PORT = 3000;

export type Subject = Awaited<ReturnType<typeof subjectOf>>;

/** Resolves with what was found good. */
export type Check = (subject: Subject) => Promise<string> | string;

/** Several things are wrong. */
export class Faults extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('; '));
    this.faults = faults;
  }
}

/** This machine cannot look: nothing is known. */
export class Skipped extends Error {}

export async function subjectOf(target: DeployTarget, { release, published }: Named, origin?: string) {
  const { dataDir, registry, trustedKeys } = target;
  const running = await runningShell(dataDir);
  const shell = running ?? (await shellOfSite(process.env.SITE_URL));
  return {
    release,
    statements: published.statements,
    store: await openStore(target.store),
    ...(origin && { origin }),
    registry: await registry.read(),
    checkAddresses: registry.checkAddresses,
    config: {
      dataDir,
      port: running?.port ?? DEFAULT_PORT,
      siteUrl: shell?.siteUrl ?? `http://127.0.0.1:${DEFAULT_PORT}`,
      supabase: shell?.supabase ?? NO_BACKEND,
    },
    isRunning: running !== null,
    hasBackend: shell !== null,
    trustedKeys,
    /** Those that the running shell serves, or that of this source tree when none responds. */
    generations: shell?.generations ?? [{ contract: CONTRACT, singletons: singletonVersions() }],
  };
}

/** A remote's entry in the registry as promoting a release would leave it, as far as serving it goes. */
export function entryAfterPromoting(
  { remotes, retired, pending }: Registry,
  release: Release,
  origin?: string,
): RegistryRemote {
  const { name } = release;
  const before = remotes[name] ?? retired[name];
  const servedFrom = origin ?? before?.origin;
  return {
    portOffset: before?.portOffset ?? pending[name] ?? 0,
    live: release,
    previous: [],
    history: [],
    ...(servedFrom && { origin: servedFrom }),
  };
}

/** The platform as documents of a release have it once that is promoted. */
export function platformWith(registry: Registry, release: Release, config: SiteConfig): Platform {
  const remotes = { ...registry.remotes, [release.name]: entryAfterPromoting(registry, release) };
  return ofGeneration(createReleaseSets({ ...registry, remotes }, config).defaultSet, release.contract).platform;
}
