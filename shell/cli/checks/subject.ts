import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import { singletonVersions } from '@ki/shared/federation/singleton-versions.ts';
import { runningShell } from '../../registry/announcement.ts';
import type { DeployTarget } from '../../registry/platform-registry.ts';
import type { PublicKey } from '../../registry/provenance/minisign.ts';
import type { Registry, Release } from '../../registry/schema.ts';
import type { SiteConfig } from '../../registry/site-config.ts';
import { openStore } from '../../registry/store/open-store.ts';
import type { Store } from '../../registry/store/store.ts';
import { NO_BACKEND } from '../with-renderer.ts';
import { shellOfSite } from './shell-of-site.ts';

const DEFAULT_PORT = 3000;

/** A release before it may go live, and the platform that it would be part of. */
export interface Subject {
  readonly release: Release;
  /** Where its files lie. */
  readonly store: Store;
  /** Public address of its store, when this machine does not serve it. */
  readonly origin?: string;
  readonly registry: Registry;
  /** Settings of the platform: of the running one here or at `SITE_URL`, else of one with a backend that fails. */
  readonly config: SiteConfig;
  /** On this machine. */
  readonly isRunning: boolean;
  readonly hasBackend: boolean;
  readonly trustedKeys: readonly PublicKey[];
  /** What the live shell speaks and provides, or, when none answers, one of this tree. */
  readonly shell: { readonly contract: number; readonly singletons: Readonly<Record<string, string>> };
}

/** Looks at a release without changing anything. Resolves with what was found, throws with what is wrong. */
export type Check = (subject: Subject) => Promise<string> | string;

export async function subjectOf(target: DeployTarget, release: Release, origin?: string): Promise<Subject> {
  const { dataDir, registry } = target;
  const running = await runningShell(dataDir);
  const shell = running ?? (await shellOfSite(process.env.SITE_URL));
  return {
    release,
    store: await openStore(target.store),
    ...(origin && { origin }),
    registry: await registry.read(),
    config: {
      dataDir,
      port: running?.port ?? DEFAULT_PORT,
      siteUrl: shell?.siteUrl ?? `http://127.0.0.1:${DEFAULT_PORT}`,
      supabase: shell?.supabase ?? NO_BACKEND,
    },
    isRunning: running !== null,
    hasBackend: shell !== null,
    trustedKeys: target.trustedKeys,
    shell: shell ?? { contract: CONTRACT, singletons: singletonVersions() },
  };
}
