/** Types that the rooms of the server pass to each other. */
import type { Platform } from '@ki/shared/contract/registry.ts';
import type { Release, ReleaseFile } from '../registry/schema.ts';

export interface LiveRemote {
  readonly release: Release;
  readonly folder: string;
  readonly address: (file: ReleaseFile) => string;
  /** Where this machine reads a file; by default its address. */
  readonly source?: (file: ReleaseFile) => string;
  readonly fallback?: LiveRemote;
  readonly comparison?: { readonly since: string; readonly canary: string };
}

/** One release for each remote, the same in the server and the browser. See docs/ship.md. */
export interface ReleaseSet {
  /** Names of the remotes with a canary; `''` for none. Equal for all visitors of one set. */
  readonly canaries: string;
  readonly live: ReadonlyMap<string, LiveRemote>;
  readonly platform: Platform;
}

/** Names a response, which is valid for its release set only. */
export interface CacheKey {
  /** Unique among the targets of all release sets that are in force. */
  readonly key: string;
  readonly pathname: string;
  readonly search: string;
  readonly releaseSet: ReleaseSet;
}

/** How the owner's code did; `unknown` when the page says nothing about it. */
export type Outcome = 'rendered' | 'failed' | 'unknown';
